// What every page with scripts has. tools/join_scripts.py joins it with what else a page needs; what
// few need is fetched by them, from where the page's script element says.

const files = document.currentScript.dataset;
const byId = (id) => document.getElementById(id);

// Screen readers skip words that they have just read, so the second time they begin otherwise.
const said = byId("said");
const speak = (words) => {
  said.textContent = words === said.textContent ? `${said.dataset.again} ${words}` : words;
};

// Questions come in a dialog: those that a link leads to, and those that may answer a form, which says
// so by a field. Where a dialog cannot be had they are a page, as without scripts.
const askFirst = (event, at, goOn) => {
  event.preventDefault();
  import(files.ask).then(({ ask }) => ask(at, event.submitter)).catch(goOn);
};
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-asks]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  askFirst(event, link, () => (location = link.href));
});
let goesOn; // a form that is sent as without scripts
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.elements.asks && form !== goesOn) {
    askFirst(event, form, () => (goesOn = form).requestSubmit(submitter));
  } else goesOn = undefined;
});
