// The board as a grid: one stop of Tab, arrow keys from dark square to dark square, Enter to pick a
// piece and to put it down, and letters that speak. docs/decisions/0020 says why these keys.
// site.js fetches this file. No word that anyone hears stands here: all come from the page.

const DARK = "td:not(:empty)";
const CLICK_IS_NEAR = 6; // pixels that the mouse may move while it clicks
const DOUBLE_PRESS = 500; // milliseconds
const LONG_SILENCE = 1000; // milliseconds
const TYPED_TOGETHER = 1000; // milliseconds at most between the letters of one square's name

let site; // what site.js and instant.js do for the board
let words; // sentences that only these keys need
let here = ""; // the name of the square that Tab comes to
let isOnBoard = false; // whether the board that is about to be swapped has the focus
let typed = { text: "", at: 0 };
let askedAt = 0; // when the page last asked whether a move is meant
let silence; // ends when the computer has thought for long
let stuck; // a piece that cannot move, on which the mouse's button was pressed
let drag; // a piece under the mouse's pressed button: its cell, its moves, where it was taken

// What is on the page

const one = (selector) => document.querySelector(selector);
const board = () => one("#game table");
const squares = () => [...board().querySelectorAll(DARK)];
const nameOf = (cell) => cell.textContent.match(/^\w+/)[0];
const named = (name) => squares().find((cell) => nameOf(cell) === name);
const pressable = (cell) => cell.querySelector("a, button");
const reason = (cell) => cell?.querySelector("[title]")?.title; // why its piece stays
const told = (cell) => {
  const [text, why] = [cell.textContent, reason(cell)];
  if (why && !text.endsWith(why)) return `${text}, ${why}`;
  return cell.querySelector("button")?.getAttribute("aria-label") ?? text;
};
const squareOf = (element) => element?.closest?.(`#game ${DARK}`);
const version = () => one("#game [name=version]")?.value;
const isThinking = () => Boolean(one("#game [aria-busy]"));
const stop = () => board().querySelector("td[tabindex='0']");
const texts = (selector) => [...document.querySelectorAll(selector)].map((it) => it.innerText);

/** The squares where something can be done: where a picked piece may land, else what may move. */
function choices() {
  const cells = squares();
  const landings = cells.filter((cell) => cell.querySelector("button"));
  if (landings.length) return landings;
  return cells.filter((cell) => pressable(cell) && !cell.matches(".picked, .via"));
}

// Where steps lead. Dark squares of neighbouring rows lie half a step apart; by their count in the
// row, up and down are neighbours on a diagonal, and a way up is also the way down.

const lines = () => [...board().rows].filter((row) => row.querySelector(DARK));
const inLine = (line) => [...line.querySelectorAll(DARK)];

function onDiagonal(cell, down, right) {
  const all = lines();
  const next = all[all.indexOf(cell.parentElement) + down]?.cells[cell.cellIndex + right];
  return next?.matches(DARK) ? next : undefined;
}

function ray(cell, down, right) {
  const next = onDiagonal(cell, down, right);
  return next ? [next, ...ray(next, down, right)] : [];
}

const along = (by) => (cell) => {
  const line = inLine(cell.parentElement);
  return line[line.indexOf(cell) + by];
};
const across = (choose) => (cell) => {
  const all = lines();
  const line = all[choose(all.indexOf(cell.parentElement), all.length)];
  return line && inLine(line)[inLine(cell.parentElement).indexOf(cell)];
};

const STEPS = {
  ArrowLeft: along(-1),
  ArrowRight: along(1),
  ArrowUp: across((line) => line - 1),
  ArrowDown: across((line) => line + 1),
  PageUp: across(() => 0),
  PageDown: across((line, count) => count - 1),
  Home: (cell) => inLine(cell.parentElement)[0],
  End: (cell) => inLine(cell.parentElement).at(-1),
  "Ctrl+Home": () => squares()[0],
  "Ctrl+End": () => squares().at(-1),
  // The arrows turned clockwise by half a right angle.
  "Shift+ArrowUp": (cell) => onDiagonal(cell, -1, 1),
  "Shift+ArrowRight": (cell) => onDiagonal(cell, 1, 1),
  "Shift+ArrowDown": (cell) => onDiagonal(cell, 1, -1),
  "Shift+ArrowLeft": (cell) => onDiagonal(cell, -1, -1),
};

function goTo(cell) {
  if (cell) cell.focus();
  else site.speak(words.edge);
}

/** The choice after a square, or before it, and round again at the end of the board. */
function goToChoice(cell, by) {
  const order = by > 0 ? squares() : squares().reverse();
  const at = order.indexOf(cell);
  const open = new Set(choices());
  const next = [...order.slice(at + 1), ...order.slice(0, at)].find((it) => open.has(it));
  if (next) next.focus();
  else site.speak(open.size ? told(cell) : one("#turn").innerText);
}

/** Takes a key as part of a square's name; whether it was one. */
function typeName(key) {
  const names = squares().map(nameOf);
  const before = Date.now() - typed.at < TYPED_TOGETHER ? typed.text : "";
  const text = [before + key, key].find((it) => names.some((name) => name.startsWith(it)));
  if (!text) return false;
  typed = { text, at: Date.now() };
  named(text)?.focus();
  return true;
}

// What letters say

const standing = (cells) => cells.filter((cell) => cell.matches(".bm, .bk, .wm, .wk"));
// The name and the piece are enough here.
const list = (cells) =>
  cells.map((cell) => cell.textContent.split(", ", 2).join(", ")).join("; ") || words.empty;

/** The moves of the piece on a square, or else those that end there. */
function movesOf(cell, onlyCaptures) {
  const open = site.moves().filter(({ takes }) => !onlyCaptures || takes.length);
  const from = open.filter(({ path }) => path[0] === nameOf(cell));
  const found = from.length ? from : open.filter(({ path }) => path.at(-1) === nameOf(cell));
  if (found.length) return found.map(({ button }) => button.innerText).join(". ");
  return [onlyCaptures ? words.captureless : words.moveless, ...texts(".due")].join(" ");
}

const LETTERS = {
  n: (cell) => goToChoice(cell, 1),
  N: (cell) => goToChoice(cell, -1),
  m: (cell) => site.speak(movesOf(cell, false)),
  M: (cell) => site.speak(movesOf(cell, true)),
  l: () => site.speak(texts("#turn, #last").join(". ")),
  s: () => site.speak(texts("#turn, #last, .due, .clocks, .offers .hint, .counts, .watch").join(". ")),
  p: () => site.speak(texts(".pieces")[0]),
  P: () => site.speak(texts(".pieces")[1]),
  o: (cell) => site.speak(`${cell.parentElement.querySelector("th").textContent}: ${told(cell)}`),
  r: (cell) => site.speak(list(standing(inLine(cell.parentElement)))),
  x: (cell) => {
    const ways = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
    site.speak(list(standing(ways.flatMap(([down, right]) => ray(cell, down, right)))));
  },
  t: () => (one("#typed") ? one("#typed").focus() : site.speak(one("#turn").innerText)),
  "?": () => help(),
};

async function help() {
  if (!one("#keys-help")) {
    const answer = await fetch(words.help, { headers: { "HX-Request": "true" } });
    // One without our policy is a proxy's: see site.js.
    if (!answer.ok || !answer.headers.has("Content-Security-Policy")) return site.complain();
    addHelp(await answer.text());
  }
  const dialog = one("#keys-help");
  if (!dialog.open) dialog.showModal();
}

/** Puts the help on the page, unless another press of the key has done so meanwhile. */
function addHelp(text) {
  if (one("#keys-help")) return;
  const dialog = document.createElement("dialog");
  dialog.id = "keys-help";
  dialog.setAttribute("aria-labelledby", "keys-title");
  dialog.innerHTML = text;
  // The board may have been swapped meanwhile: the browser would go back to a square of the past.
  dialog.addEventListener("close", () => stop().focus());
  one("main").append(dialog);
}

// What keys do

function press(cell) {
  const target = pressable(cell);
  const asked = one(".confirm button");
  if (target) target.click();
  // The second half of a double press is no answer to a question that came with the first.
  else if (asked) Date.now() - askedAt > DOUBLE_PRESS && asked.click();
  else if (board().dataset.plans) cell.click();
  else if (isThinking()) site.speak(one("#turn").innerText);
  else site.speak(reason(cell) ? told(cell) : `${told(cell)}. ${words.idle}`);
}

function letGo() {
  const way = one(".pick a, .confirm a");
  if (way) way.click();
  return Boolean(way);
}

/** Does what a key means on a square; false when it means nothing here. */
function obey(event, cell) {
  const { key, ctrlKey, shiftKey } = event;
  const chord = `${ctrlKey ? "Ctrl+" : ""}${shiftKey ? "Shift+" : ""}${key}`;
  if (key.length > 1) typed = { text: "", at: 0 };
  if (STEPS[chord]) return goTo(STEPS[chord](cell));
  if (ctrlKey) return false;
  if (key === "Escape") return letGo();
  // A key held down must not play on.
  if (key === "Enter" || key === " ") return event.repeat || press(cell);
  if (key.length > 1) return false;
  // Caps lock is no Shift.
  const letter = shiftKey ? key.toUpperCase() : key.toLowerCase();
  if (!shiftKey && typeName(letter)) return true;
  typed = { text: "", at: 0 };
  return Boolean(LETTERS[letter]) && LETTERS[letter](cell);
}

function onKey(event) {
  const cell = squareOf(event.target);
  if (!cell || event.altKey || event.metaKey || event.isComposing) return;
  const done = obey(event, cell);
  if (done !== false) event.preventDefault();
  done?.catch?.(() => site.complain());
}

// A piece can be dragged with the mouse. Fingers scroll, so for them a piece is picked by a touch.

function take({ target, button, pointerType, clientX, clientY }) {
  const cell = squareOf(target);
  stuck = pointerType !== "touch" && reason(cell) ? cell : undefined;
  if (pointerType === "touch" || button || !cell?.querySelector("a")) return;
  const way = site.moves().filter(({ path }) => path[0] === nameOf(cell));
  if (way.length) drag = { cell, way, x: clientX, y: clientY, version: version() };
}

/** Leaves the piece in the hand where the table that has just come is of the same board. */
function takeAgain() {
  if (!drag) return;
  const name = nameOf(drag.cell);
  const way = drag.version === version() ? site.moves().filter(({ path }) => path[0] === name) : [];
  if (!way.length && drag.isCarried) site.tellTooLate(name);
  drag = way.length ? { ...drag, way, cell: named(name) } : undefined;
}

function carry({ clientX, clientY }) {
  if (!drag) return;
  const [right, down] = [clientX - drag.x, clientY - drag.y];
  if (!drag.isCarried && Math.hypot(right, down) < CLICK_IS_NEAR) return;
  drag.isCarried = true;
  drag.cell.classList.add("carried");
  drag.cell.style.transform = `translate(${right}px, ${down}px)`;
  for (const { path } of drag.way) named(path.at(-1)).classList.add("landing");
}

/** Plays the move to the square under the mouse; where several lead there, picks the piece. */
function drop({ clientX, clientY, type }) {
  const to = stuck && squareOf(document.elementFromPoint(clientX, clientY));
  // Pressed without being carried it says so by a click.
  if (to && to !== stuck) site.tell([told(stuck), ...texts(".due")].join(". "));
  stuck = undefined;
  if (!drag) return;
  const { cell, way, isCarried } = drag;
  drag = undefined;
  if (!isCarried) return;
  cell.classList.remove("carried");
  cell.style.transform = "";
  for (const { path } of way) {
    const goal = named(path.at(-1));
    goal.classList.toggle("landing", Boolean(goal.querySelector("button")));
  }
  const on = type === "pointerup" && squareOf(document.elementFromPoint(clientX, clientY));
  const fitting = on ? way.filter(({ path }) => path.slice(1).includes(nameOf(on))) : [];
  if (!fitting.length) {
    if (on && on !== cell) tellOfWrongSquare(cell, on);
    return;
  }
  const isClear = fitting.length === 1 && fitting[0].path.at(-1) === nameOf(on);
  if (isClear) on.focus({ preventScroll: true });
  if (isClear) play(fitting[0].button);
  else if (!cell.matches(".picked")) pressable(cell).click();
}

/** Plays a move whose piece the hand has carried, so that it need not slide. */
function play(button) {
  document.dispatchEvent(new CustomEvent("board:dropped"));
  button.click();
}

/** Says where a piece that was dropped on a wrong square can go, and which jumps are due. */
function tellOfWrongSquare(cell, on) {
  const where = words.wrong.replace("{to}", nameOf(on));
  site.tell([where, site.can([nameOf(cell)]), ...texts(".due")].join(" "));
}

// Before and after a swap

/** Makes the table that has just come a grid with one stop. */
function dress() {
  board().setAttribute("role", "grid");
  board().setAttribute("aria-describedby", "keys-hint");
  if (!one(".told")) one("#keys-hint").textContent = words.hint;
  for (const inner of board().querySelectorAll("a, button")) inner.tabIndex = -1;
  // By themselves browsers put a space between the number that is seen and the words that are not.
  for (const cell of squares()) cell.setAttribute("aria-label", told(cell));
  standOn(named(here) ?? choices()[0] ?? squares()[0]);
}

function standOn(at) {
  for (const cell of squares()) cell.tabIndex = cell === at ? 0 : -1;
}

/** Keeps on the board whoever plays there, unless the page asks something else of them. */
function stay(verb) {
  if (one("#game [autofocus]:not(#turn, .pick, .question, #pause)")) return;
  for (const heading of document.querySelectorAll("#game [autofocus]")) {
    heading.removeAttribute("autofocus");
  }
  stop().focus({ preventScroll: true });
  clearTimeout(silence);
  if (isThinking()) silence = setTimeout(tellOfThinking, LONG_SILENCE);
  const [pick, question] = [one(".pick"), one(".question")];
  askedAt = Date.now();
  if (question) site.speak(`${question.innerText} ${words.confirm}`);
  else if (pick) site.speak(pick.firstChild.textContent.trim());
  else if (verb === "get" && !one("#notice")) site.speak(words.letGo);
}

/** Whoever is not led to the heading would hear nothing while the computer thinks for long. */
function tellOfThinking() {
  if (isThinking()) site.speak(one("#turn").innerText);
}

export function begin(shared) {
  site = shared;
  words = site.sayings;
  const at = squareOf(document.activeElement);
  here = at ? nameOf(at) : "";
  dress();
  at?.focus();
  document.addEventListener("keydown", onKey);
  document.addEventListener("pointerdown", take);
  document.addEventListener("pointermove", carry);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, drop);
  // The browser would drag the link's address.
  document.addEventListener("dragstart", (event) => drag && event.preventDefault());
  document.addEventListener("focusin", ({ target }) => {
    const cell = squareOf(target);
    if (!cell) return;
    here = nameOf(cell);
    standOn(cell);
  });
  document.addEventListener("board:picked", ({ detail }) => {
    dress();
    if (detail) stay("get");
  });
  document.addEventListener("board:shown", ({ detail: { isOnBoard: stood } }) => {
    dress();
    if (stood) stop().focus({ preventScroll: true });
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "game") return;
    isOnBoard = Boolean(squareOf(document.activeElement));
  });
  document.addEventListener("htmx:afterSwap", ({ target, detail }) => {
    if (target.id !== "game") return;
    dress();
    takeAgain();
    const { elt, verb } = detail.requestConfig;
    if (isOnBoard) stay(elt.matches("[data-hx-trigger^='every'], #renewal") ? "news" : verb);
  });
}
