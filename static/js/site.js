// Sets htmx up for a strict content policy, and tells people when the site cannot be reached. Pages
// on which parts change load it joined to htmx, which looks at the page only when that is ready.
htmx.config.includeIndicatorStyles = false; // inline style is not allowed here
htmx.config.allowEval = false; // nor is code made from text
htmx.config.defaultSwapStyle = "outerHTML";
htmx.config.defaultSettleDelay = 1; // until then what has been put in would load a whole page
// Refused orders are answered with a board too: show it whatever the status.
htmx.config.responseHandling = [{ code: "204", swap: false }, { code: "...", swap: true }];

// Without this a button would seem dead when its order is lost on the way. The words come from the
// page; text browsers must not show them, hence an empty element.
const trouble = byId("trouble");
const complain = (words = trouble.dataset.words) => {
  if (trouble.textContent !== words) trouble.textContent = words;
};
let unsent; // what to press again: its order did not reach the site
/** Says that an order was lost, beside a button that sends it again. */
const offerAgain = ({ detail }) => {
  complain("");
  complain();
  if (asksByItself({ detail })) return;
  const { elt, formData, triggeringEvent } = detail.requestConfig;
  unsent = moveNamed(formData?.get("move"))?.button ?? triggeringEvent?.submitter ?? elt;
  const again = document.createElement("button");
  again.textContent = trouble.dataset.retry;
  again.type = "button";
  again.addEventListener("click", () => (unsent.matches("form") ? unsent.requestSubmit() : unsent.click()));
  trouble.append(" ", again);
};
// What a page asks by itself, while its reader waits for other people, is asked only while they can
// see it, and takes the focus from nothing.
const asksByItself = ({ detail }) =>
  detail.requestConfig.elt.matches("[data-hx-trigger^='every'], #renewal");
// A tab that comes back to sight says which board it shows, unless it is asking all the time.
const isUseless = ({ detail }) =>
  detail.requestConfig.elt.id === "renewal" && (byId("offers") || !versionShown());
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id !== "renewal") return;
  detail.parameters.seen = `${versionShown()}--`;
  detail.parameters.ply = document.querySelector("#game [name=ply]")?.value;
});
let sent; // the request for another board that has no answer yet
let asking; // the last request for news
let leadsToHeading = false; // whether what is about to be swapped in has the focus on its heading
let isHeld = false; // whether the focus is in a game that news are about to replace
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!asksByItself(event)) complain((unsent = ""));
  else if (document.hidden || sent || isUseless(event)) event.preventDefault();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (asksByItself(event) && event.detail.successful && !unsent) complain("");
});
document.addEventListener("htmx:sendError", offerAgain);
document.addEventListener("htmx:afterSettle", () => {
  if (isHeld && document.activeElement === document.body) byId("turn").focus();
  isHeld = false;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const isNews = asksByItself(event);
  const at = document.activeElement;
  isHeld = isNews && Boolean(at.closest("#game"));
  // Whoever plays on the board, or stands elsewhere as news come, is not led to the heading.
  const isLed = isNews ? isHeld && (!at.id || at.id === "turn") : true;
  leadsToHeading = isLed && !at.closest("[role=grid]");
  // The answer to an order that was sent meanwhile knows more.
  if (isNews && event.detail.xhr.isOld) event.detail.shouldSwap = false;
  // What asked for news goes with the old game: its answer would have no place to go to.
  if (!isNews && asking && event.detail.target.id === "game") asking.onload = null;
  // Every answer of ours carries its policy. One without is a proxy's: it must not replace the game.
  if (!event.detail.xhr.getResponseHeader("Content-Security-Policy")) {
    event.detail.shouldSwap = false;
    offerAgain(event);
  } else if (event.detail.shouldSwap && event.detail.target.id === "game") {
    forget();
    complain((unsent = ""));
  }
});

// htmx would put new words in before it takes the old ones out: two changes, and so said twice.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target !== said) return;
  detail.shouldSwap = false;
  // What the heading says is heard as that gets the focus.
  if (leadsToHeading) detail.fragment.querySelector("b")?.remove();
  const words = detail.fragment.textContent.trim();
  if (words) speak(words);
});

// Presses. The second half of a double click is no order to whatever the next board has in that
// place. What is pressed before the answer to the last press has come waits for it, and is then
// pressed, or said to have come too late. docs/decisions/0046 says why.

const SAME_SPOT = 16; // pixels
const QUIET = 250; // milliseconds of waiting that need no mark
const DOUBLE_TAP = 300; // milliseconds, where a browser does not count taps
const SQUARE = "#game td:not(:empty)";
const ORDER = ":is(#game, #steps) :is(a[data-hx-get], [data-hx-post] button)";
const waiting = []; // presses, in their order
let saidBefore; // what the live region said when the last request was sent
let carried; // what was pressed to send it
let last; // the last press of a pointer
let held; // what the mouse holds down

const versionShown = () => document.querySelector("#game [name=version]")?.value;
const nameOf = (at) =>
  at.matches("td") ? at.textContent.match(/^\w+/)[0] : at.value || at.textContent.trim();
/** What a press is on: a square of the board, or else a button or link that htmx sees to. */
const pressOn = (target) => {
  const kind = target.closest(SQUARE) ? SQUARE : ORDER;
  const at = target.closest(kind);
  const typed = at?.matches(".typed button") && byId("typed").value;
  return at && { at, kind, name: nameOf(at), words: at.innerText, typed, version: versionShown() };
};
const isNear = (one, other) =>
  Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) < SAME_SPOT;
const isSecondHalf = (event) => {
  if (!event.detail || (last && !isNear(event, last))) return false;
  return event.detail > 1 || (last && event.timeStamp - last.timeStamp < DOUBLE_TAP);
};

/** Puts words under the board, where nothing moves for them, and in the live region. */
const tell = (words, spoken = words) => {
  const hint = byId("keys-hint");
  if (!hint) return;
  hint.textContent = words;
  hint.classList.add("told");
  speak(spoken);
};
/** Says that a press came too late, after what the answer to the press before it has said. */
const tellTooLate = (what) => {
  const words = sayings.late.replace("{}", what);
  tell(words, said.textContent === saidBefore ? words : `${said.textContent} ${words}`);
};
/** Presses what has waited, where it is now. No move is played on a board that nobody saw. */
const press = ({ kind, name, words, typed, version }) => {
  const field = byId("typed");
  if (typed && field) field.value = typed;
  const at = [...document.querySelectorAll(kind)].find((it) => nameOf(it) === name);
  const isSameBoard = version === versionShown();
  const target = at?.querySelector(isSameBoard ? "a, button" : "a") ?? (isSameBoard && at);
  if (target) target.click();
  else tellTooLate(kind === SQUARE ? name : words);
};
const carryOn = () => {
  while (!sent && waiting.length) press(waiting.shift());
};
document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const { xhr } = detail;
  if (asksByItself({ detail })) asking = xhr;
  if (asking === xhr || !detail.target.matches("#game, #steps")) return;
  if (asking) asking.isOld = true;
  const request = { by: detail.requestConfig.elt.dataset.hxTrigger };
  sent = request;
  saidBefore = said.textContent;
  showMove(moveNamed(detail.requestConfig.formData?.get("move")));
  const table = document.querySelector("#game table");
  const isIdle = table && !table.ariaBusy;
  const wait = isIdle && setTimeout(() => (table.ariaBusy = "true"), QUIET);
  xhr.addEventListener("error", () => (waiting.length = 0));
  xhr.addEventListener("loadend", () => {
    clearTimeout(wait);
    if (isIdle) table.ariaBusy = null;
    // htmx sees to what it has put in only a moment later.
    setTimeout(() => {
      if (sent === request) sent = undefined;
      carryOn();
    }, 2);
  });
});
// While the computer thinks, a game may be left, taken back or turned round, and one that is only
// watched has no square to press.
const hasToWait = (on) =>
  on && sent && (!sent.by || (on.kind === SQUARE && sent.by.startsWith("load,")));
document.addEventListener(
  "click",
  (event) => {
    const { target } = event;
    const on = pressOn(target);
    const waits = hasToWait(on);
    const isSecond = isSecondHalf(event) && (waits || target.closest(".moves, td"));
    if (event.detail) last = event;
    if (!waits && !isSecond) {
      carried = on?.at;
      if (!answerAtOnce(target)) return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!waits && !isSecond) return;
    // A move that is being played is what its button was pressed for once more.
    const isSame = on?.at === carried && target.closest("[name=move], .typed");
    if (!isSecond && !isSame) waiting.push(on);
  },
  true,
);
// A button that is gone before the mouse lets go of it gets no click.
document.addEventListener("mousedown", (event) => {
  held = event.button || isSecondHalf(event) ? undefined : pressOn(event.target);
  if (held) held.event = event;
});
document.addEventListener("mouseup", (event) => {
  if (held && !held.at.isConnected && isNear(event, held.event)) {
    last = event;
    waiting.push(held);
    carryOn();
  }
  held = undefined;
});

// Keys for the board are fetched when someone goes about by Tab, or comes to the board: who does
// neither need not pay for them. Without them the board stays what it is, links and buttons.
const begins = ["keydown", "focusin", "pointerover"];
const fetchKeys = ({ key, target }) => {
  if (key !== "Tab" && !target.closest("#game table")) return;
  for (const kind of begins) document.removeEventListener(kind, fetchKeys);
  import(files.board)
    .then((board) => board.begin({ speak, complain, tellTooLate, sayings, moves, can, tell }))
    .catch(() => {});
};
const fetchMotion = () => {
  const { signals } = document.documentElement.dataset;
  for (const it of [files.motion, signals]) if (it) import(it).catch(() => {});
};
if (document.querySelector("#game table")) {
  document.addEventListener("pointerover", () => import(files.fold).catch(() => {}), { once: true });
  for (const kind of begins) document.addEventListener(kind, fetchKeys);
  // What shows moves, and what tells them to ears and hands, before anyone can have made one.
  for (const kind of [...begins, "htmx:beforeSend"]) document.addEventListener(kind, fetchMotion, { once: true });
}

if (files.clocks) import(files.clocks).then(({ begin }) => begin(speak)).catch(() => {});
if (files.ahead) {
  import(files.ahead)
    .then(({ begin }) => begin({ tell, sayings, nameOf, moves }))
    .catch(() => {});
}
