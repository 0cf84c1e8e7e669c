// Text to take along, where the browser lets a page put it on the clipboard. A page with a board to
// play on rarely has any, so its script fetches this; it is part of the others.

for (const place of navigator.clipboard ? document.querySelectorAll("[data-copies]") : []) {
  const button = document.createElement("button");
  const note = document.createElement("span");
  const live = document.getElementById("said");
  const tell = (words) => {
    note.textContent = ` ${words}`;
    live.textContent = words === live.textContent ? `${live.dataset.again} ${words}` : words;
  };
  button.textContent = place.dataset.words;
  button.addEventListener("click", () => {
    const text = document.getElementById(place.dataset.copies).textContent;
    const { done, failed } = place.dataset;
    navigator.clipboard.writeText(text).then(() => tell(done), () => tell(failed));
  });
  place.append(button, note);
}
