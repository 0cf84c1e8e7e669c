// Text to take along, where the browser lets a page put it on the clipboard. record-links.js has made
// the buttons, and fetches this file.

/** Copies what a button was made for: a list of moves, what an element shows, or else a file. */
export function take({ type, target }, speak) {
  if (type !== "click") return;
  const place = target.closest("[data-copies]");
  const { copies, done, failed } = place.dataset;
  const note = place.querySelector("span") ?? document.createElement("span");
  place.append(note);
  const tell = (words) => {
    note.textContent = ` ${words}`;
    speak(words);
  };
  // Some browsers allow it only while the press lasts, so the text may come later.
  const text = textOf(copies).then((it) => new Blob([it], { type: "text/plain" }));
  const write = async () => navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
  write().then(() => tell(done), () => tell(failed));
}

async function textOf(what) {
  const shown = document.getElementById(what);
  if (!shown) {
    const answer = await fetch(what);
    if (!answer.ok) throw new Error(answer.status);
    return answer.text();
  }
  const pairs = [...shown.children].map((it, at) => `${at + 1}. ${it.textContent}`);
  return shown.matches("ol") ? pairs.join(" ") : shown.textContent;
}
