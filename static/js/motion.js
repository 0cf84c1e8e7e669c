// Pieces slide from square to square, captured men fade, a new king lights up. It only shows what
// the board already says, so it delays nothing: the next press or key ends it. Every move that comes
// to the board, and the end of the game, is also an event, which signals.js makes heard and felt.
// site.js fetches this.

const STEPS = { fast: 80, slow: 320 }; // milliseconds from square to square
const STEP = STEPS[document.documentElement.dataset.motion] ?? 160;
const SQUARE = "#game td:not(:empty)";
const PIECE = /\b[bw][mk]\b/;

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let running = []; // animations
let drawn = []; // what they move: pictures of pieces over the board
let shown; // what the running ones show: names of squares, looks of pieces, when it began
let before; // the pieces on the board that is about to be replaced
let isDropped = false; // whether the hand has carried the piece that moves
let wasOver; // whether the game on the board that is about to be replaced is over

const isOff = () => calm.matches || document.documentElement.dataset.motion === "off";
const nameOf = (cell) => cell.textContent.match(/^\w+/)[0];
const board = () =>
  new Map([...document.querySelectorAll(SQUARE)].map((cell) => [nameOf(cell), cell]));
const pieces = () =>
  new Map([...board()].map(([name, cell]) => [name, cell.className.match(PIECE)?.[0]]));
const lookOf = (cell) => {
  const { backgroundImage, backgroundPosition } = getComputedStyle(cell);
  // Its size is none while another piece is on the way to the square: see carry.
  return { backgroundImage, backgroundPosition, backgroundSize: "400% 100%" };
};

function clear() {
  for (const it of drawn) it.remove();
  [running, drawn] = [[], []];
}
function finish() {
  for (const it of running) it.finish();
  clear();
  shown = undefined;
}

function run(element, frames, options) {
  const animation = element.animate(frames, { duration: STEP, easing: "ease-in-out", ...options });
  running.push(animation);
  return animation;
}

/** Draws a piece over a square. Squares stay where they are, so that no press misses them. */
function draw(cell, look) {
  const it = document.createElement("span");
  const { x, y, width, height } = cell.getBoundingClientRect();
  const [left, top] = [`${x + scrollX}px`, `${y + scrollY}px`];
  const size = { width: `${width}px`, height: `${height}px` };
  const place = { position: "absolute", left, top, zIndex: 3, pointerEvents: "none" };
  Object.assign(it.style, look, size, place);
  document.body.append(it);
  drawn.push(it);
  return it;
}

function fade(cell, look, delay) {
  const ghost = draw(cell, look);
  ghost.style.zIndex = 2; // The piece that takes it passes over it.
  run(ghost, { opacity: [1, 0] }, { delay, fill: "both" }).onfinish = () => ghost.remove();
}

/** Slides a piece to the last of these squares, which shows it only when it is there. */
function carry(look, steps, duration) {
  const goal = steps.at(-1);
  const home = goal.getBoundingClientRect();
  const frames = steps.map((cell) => {
    const { x, y } = cell.getBoundingClientRect();
    return { transform: `translate(${x - home.x}px, ${y - home.y}px)`, easing: "ease-in-out" };
  });
  const piece = draw(goal, look);
  run(goal, { backgroundSize: ["0 0", "0 0"] }, { duration });
  run(piece, frames, { duration, easing: "linear" }).onfinish = () => piece.remove();
}

/** Which leg of a way jumps over a square, from 0; 0 where none does. */
function legOver(cell, steps) {
  const [row, column] = [cell.parentElement.rowIndex, cell.cellIndex];
  const legs = steps.slice(1).map((to, at) => {
    const places = [steps[at], to].map((it) => [it.parentElement.rowIndex - row, it.cellIndex - column]);
    // On a diagonal with both ends of the leg, and between them.
    const [one, other] = places;
    const isDiagonal = places.every(([down, right]) => Math.abs(down) === Math.abs(right));
    return isDiagonal && one[0] * other[0] < 0 && one[1] * other[1] < 0;
  });
  return Math.max(0, legs.indexOf(true));
}

/** Shows a move on the board as it stands after it, from `at` milliseconds after its begin. */
function show({ path, takes, look, crowns, began }) {
  const squares = board();
  const steps = path.map((name) => squares.get(name));
  const goal = steps.at(-1);
  const duration = STEP * (steps.length - 1);
  if (duration) carry(look, steps, duration);
  for (const [name, gone] of takes) {
    const cell = squares.get(name);
    fade(cell, gone, STEP * legOver(cell, steps));
  }
  if (crowns) run(goal, { filter: ["brightness(1.8)", "none"] }, { delay: duration, duration: 2 * STEP });
  for (const it of running) it.currentTime = document.timeline.currentTime - began;
}

const report = (what, detail) => {
  document.dispatchEvent(new CustomEvent(what, { detail }));
};
const isOver = () => Boolean(document.querySelector("#game:is(.won, .lost, .drawn)"));

function start(move) {
  report("move:seen", { captures: move.takes.length, crowns: move.crowns });
  slide(move);
}

function slide(move) {
  finish();
  if (isOff()) return;
  shown = { ...move, began: document.timeline.currentTime };
  show(shown);
}

// Stepping back through a game shows the same the other way round.
const isCrowned = (from, to) => /m$/.test(from) && /k$/.test(to);

/** The move that led from one board to the next, as far as the two boards and the page tell. */
function moveBetween(old, now) {
  const path = document.querySelector("#game table")?.dataset.came?.split(" ");
  const [from, to] = path ? [old.get(path[0]), now.get(path.at(-1))] : [];
  if (from?.[0] !== to?.[0]) return undefined;
  const takes = [...old].filter(([name, piece]) => piece && piece[0] !== from?.[0] && !now.get(name));
  // A jump may end where it began; otherwise its piece has left one square and come to another.
  const isRound = path?.[0] === path?.at(-1);
  const isNew = isRound ? takes.length : !now.get(path[0]) && !old.get(path.at(-1));
  if (!from || !isNew) return undefined;
  return { path, takes: takes.map(([name]) => [name, looks.get(name)]), from, crowns: isCrowned(from, to) };
}

/** The last move of the old board, backwards, if the next board is the one before it. */
function takenBack(old, now) {
  const path = cameBefore?.split(" ").reverse() ?? [""];
  const [from, to] = [old.get(path[0]), now.get(path.at(-1))];
  const isBack = from && to && !now.get(path[0]) && !old.get(path.at(-1)) && from[0] === to[0];
  return isBack ? { path, takes: [], look: looks.get(path[0]) } : undefined;
}

let looks = new Map(); // of the pieces before
let cameBefore; // the squares of the last move on that board
const remember = () => {
  before = pieces();
  cameBefore = document.querySelector("#game table")?.dataset.came;
  looks = new Map([...board()].map(([name, cell]) => [name, lookOf(cell)]));
};

document.addEventListener("board:before", remember);
document.addEventListener("board:dropped", () => (isDropped = true));
document.addEventListener("board:shown", ({ detail: { steps, taken, since } }) => {
  const path = steps.map(nameOf);
  const takes = taken.map(nameOf).map((name) => [name, looks.get(name)]);
  const crowns = isCrowned(before.get(path[0]), pieces().get(path.at(-1)));
  // Of a piece that the hand has carried only the captures are left to show; one in the middle of a
  // jump goes on from where it stands.
  const seen = path.slice(isDropped ? -1 : since);
  start({ path: seen, takes, crowns, look: looks.get(path[0]) });
  isDropped = false;
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "game") return;
  remember();
  wasOver = isOver();
});
document.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id !== "game" || !before) return;
  const move = moveBetween(before, pieces());
  const back = move ? undefined : takenBack(before, pieces());
  if (move) start({ ...move, look: looks.get(move.path[0]) });
  else if (back) slide(back);
  // The answer to a move that is still being shown draws the same board.
  else if (shown && running.some(({ playState }) => playState !== "finished")) {
    clear();
    show(shown);
  }
});
// Until then htmx leaves the classes of the old game to the new one.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "game" && isOver() && !wasOver) report("game:over", target.className);
});
for (const press of ["pointerdown", "keydown"]) document.addEventListener(press, finish, true);
