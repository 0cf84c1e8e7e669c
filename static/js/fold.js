// Who plays by mouse on a wide screen needs no list of moves: it folds to a line, which unfolds it.
// The list stays in the page for screen readers, and comes back for whoever goes about by keyboard.
// site.js fetches this file when the mouse first moves; a cookie remembers what was chosen.

const words = document.getElementById("board-words").dataset;
const folds = matchMedia("(hover: hover) and (pointer: fine) and (min-width: 72rem)");
let isOpen = /\bmoves=open/.test(document.cookie);
let usesKeys = false;

/** Gives the list that is on the page its line, and folds it if that is wanted. */
function fold() {
  const list = document.querySelector("form .moves");
  const isFoldable = list && !usesKeys && folds.matches;
  for (const it of list?.querySelectorAll("ul, h3") ?? []) {
    it.classList.toggle("spoken", isFoldable && !isOpen);
  }
  const line = list?.querySelector(".fold");
  if (!isFoldable) line?.remove();
  else if (line) line.ariaPressed = isOpen;
  else list.append(newLine());
}

function newLine() {
  const line = document.createElement("button");
  line.type = "button";
  line.className = "fold";
  line.textContent = words.fold;
  line.ariaPressed = isOpen;
  line.addEventListener("click", () => {
    isOpen = !isOpen;
    fold();
    remember(line.form.csrfmiddlewaretoken.value);
  });
  return line;
}

function remember(token) {
  const body = new FormData();
  body.set("csrfmiddlewaretoken", token);
  body.set("moves", isOpen ? "open" : "folded");
  fetch(words.folds, { method: "POST", body, keepalive: true }).catch(() => {});
}

fold();
folds.addEventListener("change", fold);
document.addEventListener("htmx:afterSwap", fold);
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Tab" || usesKeys) return;
  usesKeys = true;
  fold();
});
