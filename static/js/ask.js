// A question before an action, in a dialog over the page: the same words and the same form that the
// link's own page has. Escape and the second button leave everything as it was. common.js fetches
// this file.

const DOUBLE_PRESS = 500; // milliseconds in which a second press is still one of the link

let isAsking = false;

/** Puts the question of a link; goes to its page if there is none to put. */
export async function ask(link) {
  if (isAsking) return;
  isAsking = true;
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
  const text = await answer.text();
  isAsking = false;
  // There may be nothing to ask any more, and an answer without our policy is a proxy's.
  const isOurs = answer.headers.has("Content-Security-Policy");
  if (!answer.ok || answer.redirected || !isOurs) location = link.href;
  else show(text, link);
}

function show(text, link) {
  const dialog = document.createElement("dialog");
  dialog.id = "question";
  dialog.className = "new";
  dialog.setAttribute("aria-labelledby", "question-asks");
  dialog.setAttribute("aria-describedby", "question-means");
  dialog.innerHTML = text;
  setTimeout(() => dialog.classList.remove("new"), DOUBLE_PRESS);
  dialog.addEventListener("keydown", (event) => event.repeat && event.preventDefault());
  dialog.addEventListener("click", (event) => {
    if (dialog.matches(".new")) event.preventDefault();
    else if (event.target.matches("[data-leaves]")) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    // What was pressed may have been replaced meanwhile.
    const back = link.isConnected ? link : document.getElementById(link.id);
    (back ?? document.querySelector("#turn, h1, main")).focus();
  });
  // Who comes back to this page later is not asked once more.
  addEventListener("pagehide", () => dialog.remove(), { once: true });
  document.querySelector("main").append(dialog);
  dialog.showModal();
}
