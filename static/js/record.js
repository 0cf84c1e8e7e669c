// Steps through a game in place: the moves of the record, First, Back, Forward, Last and the arrow
// keys show their boards without loading a page, on the game's own page and in a replay. All boards
// come in one answer, with every word that is shown or said; docs/decisions/0054 says why. record-links.js
// fetches this file.

const KEYS = {
  ArrowLeft: (ply) => ply - 1,
  ArrowRight: (ply) => ply + 1,
  Home: () => 0,
  End: () => Infinity,
};
const ELSEWHERE = "input, select, textarea, dialog, #game td"; // where keys mean something else
const OF_NOW = "form.play .moves, .confirm, .typed, .pick, .taken, .due, .hint";
const LINE = { order: 1, display: "flex", flexWrap: "wrap", alignItems: "center", gap: ".5rem", fontWeight: 600 };
const PIECES = { b: "bm", B: "bk", w: "wm", W: "wk" };

const narrow = matchMedia("(max-width: 55.99rem)"); // where the record stands below the board

let speak; // tells screen readers
let begun; // when it was first asked
let fetched; // every board, and the address that they came from
let wanted; // the ply that was asked for last, until it is shown
let live; // the game's own board and lists of pieces, while others stand in their place

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const address = () => one("[data-boards]")?.dataset.boards;
const moves = () => all(".played a");
const here = () => moves().findIndex((it) => it.matches("[aria-current]")) + 1;
const nameOf = (cell) => cell.textContent.match(/^\w+/)[0];
const cellNamed = (name) => all(".board td:not(:empty)").find((it) => nameOf(it) === name);
const pageOf = (ply) => moves()[0].href.replace(/ply=\d+/, `ply=${ply}`);

/** Returns every board of the game; asks for them once, unless the game has moved on. */
function boards() {
  const from = address();
  if (fetched?.from === from) return fetched.answer;
  const answer = fetch(from).then((response) => {
    if (!response.ok) throw new Error(response.status);
    return response.json();
  });
  fetched = { from, answer };
  answer.catch(() => fetched?.from === from && (fetched = undefined));
  return answer;
}

/** Shows the board after so many moves, as soon as it is there. */
async function go(ply) {
  const [from, goal] = [address(), Math.min(Math.max(ply, 0), moves().length)];
  wanted = goal;
  try {
    const game = await boards();
    // A later step, or a move, has come before the answer.
    if (wanted !== goal || address() !== from) return;
    show(goal, game);
  } catch {
    const trouble = one("#trouble");
    trouble.textContent = trouble.dataset.words;
  }
  wanted = undefined;
}
const step = (by) => go(by(wanted ?? here()));

function show(ply, game) {
  const [before, after] = [here(), game.boards[ply]];
  if (ply !== before) {
    document.dispatchEvent(new CustomEvent("board:before"));
    if (one("#steps")) showInReplay(ply, game);
    else if (ply === moves().length) leave();
    else showInGame(after, game);
    mark(ply);
    report(before, ply, game);
    reveal();
  }
  speak(after.heading);
}

/** Draws a board of the past on a table. */
function draw(table, board, { squares, words, css }) {
  const at = new Map(squares.map((name, index) => [name, board.squares[index]]));
  for (const cell of table.querySelectorAll("td:not(:empty)")) {
    const name = nameOf(cell);
    const [piece, mark] = [at.get(name), board.marks[name] ?? ""];
    const [number, label] = [document.createElement("b"), document.createElement("i")];
    number.dataset.n = name;
    number.ariaHidden = "true";
    label.setAttribute("role", "none");
    label.textContent = `${name}, ${words[piece][mark]}`;
    cell.className = `${PIECES[piece] ?? ""} ${css[mark] ?? ""}`.trim();
    cell.removeAttribute("aria-label");
    cell.replaceChildren(number, label);
  }
}
const listPieces = (lines) => {
  all(".board .pieces").forEach((it, index) => (it.textContent = lines[index]));
};

/** Shows what each side had captured, and who was to move or had won, above and below the board. */
function showStrips({ captured, states }) {
  for (const strip of all(".strip")) {
    const side = strip.querySelector(".disc.bm") ? 0 : 1;
    const lead = captured[side] - captured[1 - side];
    for (const state of ["moving", "winner"]) strip.classList.toggle(state, states[side] === state);
    strip.querySelector(".taken")?.remove();
    if (!captured[side]) continue;
    const taken = document.createElement("span");
    taken.className = "taken";
    for (let at = 0; at < captured[side]; at++) taken.append(document.createElement("b"));
    if (lead > 0) taken.append(Object.assign(document.createElement("small"), { textContent: `+${lead}` }));
    strip.querySelector(".who").after(taken);
  }
}

function showInReplay(ply, game) {
  const { heading, pieces } = game.boards[ply];
  draw(one("#steps table"), game.boards[ply], game);
  showStrips(game.boards[ply]);
  one("#steps pre")?.remove(); // only text browsers show it
  listPieces(pieces);
  document.title = document.title.replace(one("#step").textContent, heading);
  one("#step").textContent = heading;
  history.replaceState(history.state, "", pageOf(ply));
  playOn(ply, game);
}

/** Offers to play on from where a finished game stood. */
function playOn(ply, { goes_on: goesOn, form, boards: { length } }) {
  const place = one("#from-here");
  if (!form || !place) return;
  place.innerHTML = goesOn || ply < length - 1 ? form : "";
  const field = place.querySelector("[name=ply]");
  if (field) field.value = ply;
}

/** Puts a board of the past in place of the game's own, whose moves meanwhile cannot be pressed. */
function showInGame(board, game) {
  live ??= {
    table: one("#game table"),
    pieces: all(".board .pieces").map((it) => it.textContent),
    strips: game.boards.at(-1),
  };
  const table = live.table.cloneNode(true);
  delete table.dataset.came;
  delete table.dataset.plans; // no move is planned on a board of the past
  draw(table, board, game);
  one("#game table").replaceWith(table);
  listPieces(board.pieces);
  showStrips(board);
  table.style.borderColor = "var(--mark)";
  one("#game").classList.add("stepping");
  setVisibility("hidden");
  (one(".stepped span") ?? addLine(game.back)).textContent = board.heading;
}
/** Hides what belongs to the game's own position. It keeps its room, so that nothing jumps. */
function setVisibility(value) {
  for (const it of all(OF_NOW)) it.style.visibility = value;
}

/** Adds a line that says what the board shows and leads back to the game: under the board or, on
 * screens where the record is at its other side, in the place of the news. */
function addLine(leads) {
  const line = document.createElement("p");
  const words = document.createElement("span");
  line.className = "stepped";
  Object.assign(line.style, LINE);
  words.style.flex = "1 1 100%";
  const link = (text, name, act) => {
    const it = document.createElement("a");
    it.className = "button";
    it.href = "#board";
    it.textContent = text;
    if (name) it.ariaLabel = name;
    it.addEventListener("click", (event) => {
      event.preventDefault();
      act();
    });
    return it;
  };
  const [back, forward] = [one("#to-1"), one("#to-2")].map((it) => it.ariaLabel);
  line.append(words);
  // On small screens the record is far from the board.
  if (narrow.matches) {
    line.append(link("‹", back, () => step(KEYS.ArrowLeft)));
    line.append(link("›", forward, () => step(KEYS.ArrowRight)));
  }
  line.append(link(leads, "", backToGame));
  if (matchMedia("(min-width: 72rem)").matches) (one("#last") ?? one("#turn")).after(line);
  else one("#game table").after(line);
  return words;
}

/** Shows the game's own board again, as it was left. */
function leave() {
  if (!live) return;
  one("#game table").replaceWith(live.table);
  listPieces(live.pieces);
  showStrips(live.strips);
  one("#game").classList.remove("stepping");
  setVisibility("");
  const line = one(".stepped");
  const hadFocus = line.contains(document.activeElement);
  line.remove();
  if (hadFocus) one("#turn").focus({ preventScroll: true });
  live = undefined;
}
function backToGame() {
  leave();
  mark(moves().length);
  tellBoard();
  one("#turn").focus({ preventScroll: true });
}

/** Marks the move that led to the board shown, and sets where the links beside it lead. */
function mark(ply) {
  const list = moves();
  // Its bold type is for browsers without style.
  one(".played strong")?.replaceWith(...one(".played strong").childNodes);
  list.forEach((it, index) => {
    if (index !== ply - 1) it.removeAttribute("aria-current");
    else if (!it.hasAttribute("aria-current")) it.setAttribute("aria-current", "step");
    it.tabIndex = index === Math.max(ply - 1, 0) ? 0 : -1;
  });
  [0, ply - 1, ply + 1, list.length].forEach((goal, index) => {
    const way = one(`#to-${index}`);
    const isOpen = goal !== ply && goal >= 0 && goal <= list.length;
    // The one that was just pressed keeps the focus, though it leads no further.
    way.tabIndex = 0;
    if (isOpen) way.href = pageOf(goal);
    else way.removeAttribute("href");
    for (const [name, value] of [["role", "link"], ["aria-disabled", "true"]]) {
      if (isOpen) way.removeAttribute(name);
      else way.setAttribute(name, value);
    }
  });
  const [at, box] = [list[Math.max(ply - 1, 0)], one(".played")];
  const [{ top, bottom }, frame] = [at.getBoundingClientRect(), box.getBoundingClientRect()];
  box.scrollTop += Math.min(0, top - frame.top) + Math.max(0, bottom - frame.bottom);
}

/** Tells the other scripts of the board that is shown, and of the move between two neighbours. */
function report(before, ply, { boards: [...every] }) {
  if (Math.abs(before - ply) !== 1 || !one("#game")) return tellBoard();
  const { path, takes } = every[Math.max(before, ply)];
  const steps = path.map(cellNamed);
  const detail = ply > before ? { steps, taken: takes.map(cellNamed) } : { steps: steps.reverse(), taken: [] };
  return document.dispatchEvent(new CustomEvent("board:shown", { detail }));
}
function tellBoard() {
  document.dispatchEvent(new CustomEvent("board:picked", { detail: false }));
}

/** Brings the board back on a small screen, where the record stands far below it. */
function reveal() {
  if (!narrow.matches) return;
  const { top, bottom } = one(".board table").getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (seen < (bottom - top) * 0.8) one(".board").scrollIntoView({ block: "nearest" });
}

function onKey(event) {
  const { key, target } = event;
  const isChord = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (isChord || event.defaultPrevented || !address() || target.closest?.(ELSEWHERE)) return;
  if (key === "Escape" && live) return backToGame();
  // Home and End scroll the page of a game until somebody steps.
  const isStepping = live || one("#steps") || target.closest?.(".record");
  if (!KEYS[key] || (!isStepping && !key.startsWith("Arrow"))) return;
  event.preventDefault();
  step(KEYS[key]);
}

/** Treats an event, which may have come before this file was there, as record-links.js passes it. */
export function take(event, speak) {
  begin(speak);
  const { type, target, timeStamp } = event;
  if (type === "keydown") return timeStamp < begun && onKey(event);
  const link = target.closest(".ways a, .played a");
  // The next press of somebody who goes there should not have to wait.
  if (type !== "click") boards().catch(() => {});
  else if (event.defaultPrevented && link.href) go(Number(link.href.match(/ply=(\d+)/)[1]));
}

function begin(shared) {
  if (speak) return;
  speak = shared;
  begun = performance.now();
  if (address()) mark(here());
  document.addEventListener("keydown", onKey);
  // A move that comes ends the look back: the game goes on.
  const isGame = ({ detail }) => detail.target.id === "game";
  document.addEventListener("htmx:beforeSwap", (event) => isGame(event) && leave(), true);
  document.addEventListener("htmx:afterSwap", (event) => {
    if (isGame(event) && address()) mark(here());
  });
}
