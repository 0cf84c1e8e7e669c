// A move planned while the opponent thinks: a piece, then the square it is to go to. It is played
// once their move has come, if exactly one legal move fits and nothing else waits for an answer;
// otherwise a sentence says that it was not. site.js fetches this file where moves can be planned.

const VIA = "via"; // the mark, a dashed circle

let site;
let plan; // the squares, and the board they were pressed on

const table = () => document.querySelector("#game table[data-plans]");
const squares = () => [...document.querySelectorAll("#game td:not(:empty)")];
const field = (name) => document.querySelector(`#game [name=${name}]`)?.value;
const fill = (words) => words.replace("{from}", plan.from).replace("{to}", plan.to);

/** Marks the squares of the plan, and no others. */
function mark() {
  for (const cell of squares()) {
    const isPlanned = plan && [plan.from, plan.to].includes(site.nameOf(cell));
    cell.classList.toggle(VIA, Boolean(isPlanned));
  }
}

function cancel() {
  plan = undefined;
  mark();
  site.tell(site.sayings.planCancelled);
}

/** Takes a press on a square into the plan. */
function press(cell) {
  const [name, own] = [site.nameOf(cell), table().dataset.plans];
  if (plan && [plan.from, plan.to].includes(name)) return cancel();
  const isOwn = cell.matches(`.${own}m, .${own}k`);
  if (isOwn) plan = { from: name, version: field("version"), ply: Number(field("ply")) };
  else if (plan) plan.to = name;
  else return undefined;
  mark();
  return site.tell(fill(plan.to ? site.sayings.planned : site.sayings.planTo));
}

/** Plays the plan on the board that has come, or says that it cannot be played. */
function keep() {
  if (!plan || field("version") === plan.version) return mark();
  const { from, to, ply } = plan;
  const dropped = to && fill(site.sayings.planDropped);
  plan = undefined;
  if (!to) return undefined;
  const fitting = site.moves().filter(({ path }) => path[0] === from && path.at(-1) === to);
  const isNext = Number(field("ply")) === ply + 1;
  const isAsked = document.querySelector("#accept-draw, #accept-back, #agree");
  if (fitting.length === 1 && isNext && !isAsked) return fitting[0].button.click();
  return site.tell(dropped, `${document.getElementById("said").textContent} ${dropped}`);
}

export function begin(shared) {
  site = shared;
  document.addEventListener("click", ({ target }) => {
    const cell = table() && target.closest("#game td:not(:empty)");
    if (cell) press(cell);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && plan && !document.querySelector("dialog[open]")) cancel();
  });
  document.addEventListener("htmx:afterSettle", keep);
}
