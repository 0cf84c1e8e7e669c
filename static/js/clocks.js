// Clocks that run go on between two answers. They are no live region: whoever wants to hear them
// asks. Only that one's own time gets low is said, at 30 seconds and at 10, once each on a page.
// site.js fetches this file where there are clocks; the words are the page's.

const MARKS = [
  [30, "warning"],
  [10, "lastWarning"],
]; // seconds

const words = document.getElementById("clock-words").dataset;
let lowest; // the time left, in seconds, at which the reader's own clock has been seen

const inWords = (left) => (left < 10 ? words.lowest : left < 30 ? words.low : "");
const asTime = (left) => {
  const whole = Math.ceil(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};

function show(clock, left) {
  const [low, strip] = [inWords(left), clock.closest(".clock")];
  const time = asTime(left);
  clock.textContent = low && !strip ? words.both.replace("{time}", time).replace("{low}", low) : time;
  if (!strip) return;
  strip.classList.toggle("low", Boolean(low));
  strip.querySelector("small").textContent = low;
}

/** Says the last mark that the reader's clock has passed, unless the page came after it. */
function warn(left, speak) {
  const passed = MARKS.filter(([mark]) => left < mark && (lowest ?? left) >= mark).at(-1);
  lowest = Math.min(left, lowest ?? left);
  if (!passed) return;
  speak(words[passed[1]]);
  document.dispatchEvent(new CustomEvent("clock:low", { detail: passed[0] }));
}

export function begin(speak) {
  setInterval(() => {
    for (const clock of document.querySelectorAll("[data-left]")) {
      clock.shownAt ??= Date.now();
      const left = Math.max(0, clock.dataset.left - Date.now() + clock.shownAt) / 1000;
      if (left < 3600) show(clock, left);
      if ("own" in clock.dataset) warn(left, speak);
    }
  }, 500);
}
