// Stepping through the moves in place, and copying text, are fetched on the way there, or by the first
// press, which counts. Without them the moves are links to pages, docs/decisions/0054.

const STEP = ".ways a, .played a";
const COPY = "[data-copies] button";
/** What an event needs that is fetched: a file's address, and what it is pressed on. */
const neededFor = ({ key, target }) => {
  const at = target.closest?.(`${STEP}, ${COPY}`);
  if (at) return [at.matches(COPY) ? files.copying : files.record, at];
  return /^(Tab|Arrow[LR])/.test(key) && document.querySelector(".played") ? [files.record] : [];
};
const fetchIt = (event) => {
  const [file, at] = neededFor(event);
  if (!file) return;
  const isPress = event.type === "click" && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (isPress) event.preventDefault();
  import(file)
    .then(({ take }) => take(event, speak))
    .catch(() => {
      if (isPress && at.href) location = at.href;
    });
};
for (const kind of ["pointerover", "focusin", "keydown", "click"]) {
  document.addEventListener(kind, fetchIt);
}

// The record of a replay scrolls in a box of its own.
const current = document.querySelector("#steps [aria-current]");
const box = current?.closest(".played");
if (box) box.scrollTop = current.offsetTop - box.offsetTop - box.clientHeight / 2;

const offerCopies = () => {
  for (const place of document.querySelectorAll("[data-copies]:empty")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = place.dataset.words;
    place.append(button);
  }
};
if (navigator.clipboard) {
  offerCopies();
  document.addEventListener("htmx:afterSwap", offerCopies);
}
