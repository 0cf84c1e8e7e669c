// A question before an action, in a dialog over the page: the same words and the same form that its
// own page has. Escape and the second button leave everything as it was. common.js fetches this file.

const DOUBLE_PRESS = 500; // milliseconds in which a second press is still one of what asked
const QUIET = 250; // milliseconds of waiting that need no mark
const HEADERS = { "HX-Request": "true", "HX-Target": "question" };

let isAsking = false;

/** Puts the question that a link leads to, or that answers a form; goes on if there is none to put.
 * Throws if the link is to be followed, or the form sent, as without scripts: errors have a page. */
export async function ask(at, submitter) {
  if (isAsking) return;
  isAsking = true;
  const pressed = at.contains(document.activeElement) ? document.activeElement : submitter ?? at;
  const wait = setTimeout(() => (pressed.ariaBusy = "true"), QUIET);
  const trouble = document.getElementById("trouble");
  trouble.textContent = "";
  try {
    const answer = await send(at, submitter);
    // What did not reach the site can be pressed again.
    if (!answer) trouble.textContent = trouble.dataset.words;
    else if (answer.headers.get("HX-Retarget") === "#question") show(await answer.text(), pressed);
    else if (answer.status === 204 && isOurs(answer)) go(answer.headers.get("Location"));
    else throw new Error(answer.status);
  } finally {
    isAsking = false;
    clearTimeout(wait);
    pressed.ariaBusy = null;
  }
}

/** Tells our answers from a proxy's, which have no policy. */
const isOurs = ({ headers }) => headers.has("Content-Security-Policy");

/** Asks the site; without an answer if it cannot be reached. */
function send(at, submitter) {
  const how = { headers: HEADERS };
  if (at.matches("form")) {
    how.method = "POST";
    how.body = new URLSearchParams(new FormData(at));
    if (submitter?.name) how.body.append(submitter.name, submitter.value);
  }
  return fetch(at.href ?? at.action, how).catch(() => undefined);
}

/** Opens an address, also where only its fragment is new. */
function go(address) {
  const isHere = address.split("#")[0] === location.href.split("#")[0];
  location = address;
  if (isHere) location.reload();
}

function show(text, pressed) {
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
    const back = pressed.isConnected ? pressed : document.getElementById(pressed.id);
    (back ?? document.querySelector("#turn, h1, main")).focus();
  });
  // Who comes back to this page later is not asked once more.
  addEventListener("pagehide", () => dialog.remove(), { once: true });
  document.querySelector("main").append(dialog);
  dialog.showModal();
}
