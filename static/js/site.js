// Sets htmx up for a strict content policy, and tells people when the site cannot be reached. Pages
// load it joined to htmx (tools/join_scripts.py), which looks at the page only when that is ready.
htmx.config.includeIndicatorStyles = false; // inline style is not allowed here
htmx.config.allowEval = false; // nor is code made from text
htmx.config.defaultSwapStyle = "outerHTML";
// Refused orders are answered with a board too: show it whatever the status.
htmx.config.responseHandling = [{ code: "204", swap: false }, { code: "...", swap: true }];

// Without this a button would seem dead when its order is lost on the way. The words come from the
// page; text browsers must not show them, hence an empty element.
const trouble = document.getElementById("trouble");
const complain = (words = trouble.dataset.words) => {
  if (trouble.textContent !== words) trouble.textContent = words;
};
// What a page asks by itself, while its reader waits for other people, is asked only while they can
// see it, and takes the focus from nothing.
const asksByItself = ({ detail }) =>
  detail.requestConfig.elt.matches("[data-hx-trigger^='every']");
let isHeld = false; // whether the focus is in a game that news are about to replace
document.addEventListener("htmx:beforeRequest", (event) => {
  if (!asksByItself(event)) complain("");
  else if (document.hidden) event.preventDefault();
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (asksByItself(event) && event.detail.successful) complain("");
});
document.addEventListener("htmx:sendError", () => complain());
document.addEventListener("htmx:afterSettle", () => {
  if (isHeld && document.activeElement === document.body) document.getElementById("turn").focus();
  isHeld = false;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  isHeld = asksByItself(event) && Boolean(document.activeElement.closest("#game"));
  // Every answer of ours carries its policy. One without is a proxy's: it must not replace the game.
  if (!event.detail.xhr.getResponseHeader("Content-Security-Policy")) {
    event.detail.shouldSwap = false;
    complain();
  }
});

// Screen readers skip words that they have just read, so the second time they begin otherwise.
const said = document.getElementById("said");
const speak = (words) => {
  said.textContent = words === said.textContent ? `${said.dataset.again} ${words}` : words;
};
// htmx would put new words in before it takes the old ones out: two changes, and so said twice.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target !== said) return;
  detail.shouldSwap = false;
  speak(detail.fragment.textContent);
});

// The second half of a double click is not an order to whatever the next board has in that place.
document.addEventListener(
  "click",
  (event) => {
    if (event.detail > 1 && event.target.closest(".moves, td")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);

// Keys for the board are fetched when someone goes about by Tab, or comes to the board: who does
// neither need not pay for them. Without them the board stays what it is, links and buttons.
const keys = document.currentScript.dataset.board;
const begins = ["keydown", "focusin", "pointerover"];
const fetchKeys = ({ key, target }) => {
  if (key !== "Tab" && !target.closest("#game table")) return;
  for (const kind of begins) document.removeEventListener(kind, fetchKeys);
  import(keys).then((board) => board.begin(speak, complain)).catch(() => {});
};
if (document.querySelector("#game table")) {
  for (const kind of begins) document.addEventListener(kind, fetchKeys);
}

// A clock that runs goes on between two answers. It is no live region: whoever wants to hear it asks.
const tick = () => {
  for (const clock of document.querySelectorAll("[data-left]")) {
    clock.shownAt ??= Date.now();
    const left = Math.max(0, Math.ceil((clock.dataset.left - Date.now() + clock.shownAt) / 1000));
    const seconds = String(left % 60).padStart(2, "0");
    if (left < 3600) clock.textContent = `${Math.floor(left / 60)}:${seconds}`;
  }
};
if (document.getElementById("offers")) setInterval(tick, 500);

// Text to take along, where the browser lets a page put it on the clipboard.
for (const offer of navigator.clipboard ? document.querySelectorAll("[data-copies]") : []) {
  const button = document.createElement("button");
  const note = document.createElement("span");
  const tell = (words) => {
    note.textContent = ` ${words}`;
    speak(words);
  };
  button.textContent = offer.dataset.words;
  button.addEventListener("click", () => {
    const text = document.getElementById(offer.dataset.copies).textContent;
    const { done, failed } = offer.dataset;
    navigator.clipboard.writeText(text).then(() => tell(done), () => tell(failed));
  });
  offer.append(button, note);
}
