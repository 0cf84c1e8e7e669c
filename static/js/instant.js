// Answers on the board that need no server, docs/decisions/0051. The legal moves stand in the page,
// so picking a piece, letting go and each landing of a jump happen here, and a move is shown as soon
// as it is sent. Marks are those of templates/board/_square.html, words those of the page. Where the
// page does not say enough, the press asks the server as it does without scripts.

const sayings = byId("board-words")?.dataset ?? {};
const PIECE = /\b[bw][mk]\b/;
const kept = new Map(); // cells that look other than the server drew them, and how it did
let route = []; // the squares of the piece that was picked here; it stands on the last

const cells = () => [...document.querySelectorAll(SQUARE)];
const cellOf = (name) => cells().find((it) => nameOf(it) === name);
const pieceOn = (cell) => cell.className.match(PIECE)?.[0] ?? "";
const namesIn = (text) => text?.split(" ") ?? [];
/** Every legal move, but of a board of the past: its button, the squares on its way, what it captures, whether it crowns. */
const moves = () =>
  [...document.querySelectorAll("#game:not(.stepping) .moves [data-path]")].map((button) => ({
    button,
    path: namesIn(button.dataset.path),
    takes: namesIn(button.dataset.takes),
    crowns: "crowns" in button.dataset,
  }));
const moveNamed = (value) => value && moves().find(({ button }) => button.value === value);

const alter = (cell, css, words, ...content) => {
  const label = cell.querySelector("i");
  if (!kept.has(cell)) kept.set(cell, [cell.className, [...cell.childNodes], label, label?.textContent]);
  cell.className = css;
  if (words) label.textContent = words;
  if (content.length) cell.replaceChildren(...content);
};
const forget = () => {
  kept.clear();
  route = [];
};
/** Puts the board back as the server drew it. */
const putBack = () => {
  for (const [cell, [css, nodes, label, words]] of kept) {
    cell.className = css;
    cell.replaceChildren(...nodes);
    if (label) label.textContent = words;
  }
  forget();
  document.querySelector("#game .pick")?.remove();
};
/** Tells the other scripts what was done, and whether the focus was on the board before. */
const report = (what, detail) => {
  document.dispatchEvent(new CustomEvent(`board:${what}`, { detail }));
};
const isOnBoard = () => Boolean(document.activeElement.closest("#game td"));

/** Where a piece that has gone this way can go: names, each with the button that plays it, if any. */
const goalsOf = (way) => {
  const open = moves().filter(({ path }) => way.every((name, at) => name === path[at]));
  const goals = new Map();
  for (const { path, button } of open) {
    const next = path[way.length];
    if (path.length === way.length + 1) goals.set(next, button);
    else if (!goals.has(next)) goals.set(next, undefined);
  }
  // The last square is enough where only one move ends there.
  const ends = open.map(({ path }) => path.at(-1));
  const steps = [...goals.keys()];
  open.forEach(({ button }, at) => {
    const isOnly = ends.indexOf(ends[at]) === ends.lastIndexOf(ends[at]);
    if (isOnly && !steps.includes(ends[at])) goals.set(ends[at], button);
  });
  return goals;
};
/** Says where the piece can go, as the server does. */
const can = (way) => {
  const kind = pieceOn(cellOf(way[0])).endsWith("k") ? "king" : "man";
  const names = [...goalsOf(way).keys()];
  names.sort((one, other) => one.localeCompare(other, undefined, { numeric: true }));
  const end = names.pop();
  const to = names.length ? sayings.or.replace("{}", names.join(", ")).replace("{}", end) : end;
  const words = sayings[way.length > 1 ? `${kind}Jumps` : kind];
  return words.replace("{from}", way[0]).replace("{at}", way.at(-1)).replace("{to}", to);
};
const landing = (way, name, button) => {
  const it = document.createElement("button");
  [it.name, it.value] = button ? ["move", button.value] : ["pick", [...way, name].join("x")];
  it.ariaLabel = button ? button.textContent : sayings.step.replace("{}", name);
  it.textContent = name;
  return it;
};
/** Picks the piece that has gone this way; false where the page does not tell all its ways. */
const pick = (way) => {
  const stood = isOnBoard();
  if (kept.size) putBack();
  const from = cellOf(way[0]);
  const own = moves().filter(({ path }) => path[0] === way[0]);
  // Of several ways round to one result the page has one.
  const most = pieceOn(from).endsWith("k") ? 1 : 3;
  const goals = goalsOf(way);
  const isClear = goals.size && own.every(({ takes }) => takes.length <= most);
  if (!isClear || !sayings.man || document.querySelector("#game .pick")) return false;
  complain("");
  byId("keys-hint").classList.remove("told");
  route = way;
  const told = `${can(way)} `;
  stand(way);
  for (const [name, button] of goals) {
    const cell = cellOf(name);
    alter(cell, `${cell.className} landing`, "", landing(way, name, button));
  }
  const line = document.createElement("p");
  const back = document.createElement("a");
  line.className = "pick";
  line.tabIndex = -1;
  back.className = "button";
  back.href = "#board";
  back.textContent = sayings.release;
  line.append(told, back);
  byId("board").after(line);
  report("picked", stood);
  if (!stood || !document.querySelector("[role=grid]")) line.focus({ preventScroll: true });
  return true;
};
/** Shows the picked piece where it has jumped to, as the server does. */
const stand = (way) => {
  const [from, at] = [way[0], way.at(-1)].map(cellOf);
  const [css, link] = [from.className, from.querySelector("a")];
  const [what, empty] = [from, at].map((cell) => cellWords(nameOf(cell)).replace(/^\w+/, ""));
  for (const name of way.slice(1, -1)) {
    alter(cellOf(name), `${cellOf(name).className} via`, sayings.via.replace("{}", cellWords(name)));
  }
  if (from !== at) {
    const [gone, come] = [[...link.cloneNode(true).childNodes], link.cloneNode(true)];
    gone[1].textContent = sayings.via.replace("{}", `${way[0]}${empty}`);
    come.firstChild.dataset.n = way.at(-1);
    alter(at, "", "", come);
    alter(from, "via", "", ...gone);
  }
  alter(at, `${css} picked`);
  at.querySelector("i").textContent = sayings.picked.replace("{}", `${way.at(-1)}${what}`);
};
const cellWords = (name) => cellOf(name).querySelector("i").textContent;
const letGo = () => {
  const stood = isOnBoard();
  putBack();
  report("picked", stood);
  if (!stood || !document.querySelector("[role=grid]")) byId("turn").focus({ preventScroll: true });
  return true;
};
/** Does what a press on the board means, if that needs no server. */
const answerAtOnce = (target) => {
  const at = target.closest("#game :is(td a, td [name=pick], .pick a)");
  const cell = at?.closest("td");
  if (!at || (!route.length && !kept.size && document.querySelector("#game .pick"))) return false;
  if (!cell) return letGo();
  if (at.matches("a")) return nameOf(cell) === route.at(-1) ? letGo() : pick([nameOf(cell)]);
  return pick([...route, nameOf(cell)]);
};

/** Shows a move before the server has played it: what it refuses, its answer puts back. */
const showMove = (move) => {
  if (!move || "asks" in sayings) return;
  const stood = isOnBoard();
  const since = Math.max(route.length - 1, 0);
  putBack();
  const steps = move.path.map(cellOf);
  const [from, to] = [steps[0], steps.at(-1)];
  const piece = pieceOn(from);
  if (!piece) return;
  const taken = move.takes.map(cellOf);
  const [man, empty] = [from, to].map((cell) => cell.querySelector("i").textContent.split(", ")[1]);
  const rename = (cell, what) => `${nameOf(cell)}, ${what}`;
  report("before", { steps, taken });
  for (const cell of cells()) if (cell.className) alter(cell, pieceOn(cell));
  for (const cell of taken) alter(cell, "gone", rename(cell, empty));
  for (const cell of steps.slice(1, -1)) alter(cell, "passed");
  alter(from, "last", rename(from, empty));
  alter(to, `${move.crowns ? `${piece[0]}k` : piece} last`, rename(to, man));
  report("shown", { steps, taken, since, isOnBoard: stood });
};

// Why a piece stays, to eyes as well: fingers see no title. And where the picked one can go.
document.addEventListener("click", ({ target }) => {
  const cell = target.closest(SQUARE);
  const why = cell?.querySelector("[title]")?.title;
  const due = document.querySelector("#game .due")?.innerText ?? "";
  if (!why && route.length && cell && !cell.querySelector("a, button")) {
    tell(`${sayings.wrong.replace("{to}", nameOf(cell))} ${can(route)} ${due}`.trim());
  }
  if (!why) return;
  const label = cell.querySelector("i").textContent;
  tell(`${label.endsWith(why) ? label : `${label}, ${why}`}. ${due}`.trim());
});
