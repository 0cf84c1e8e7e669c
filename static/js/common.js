// What every page with scripts has. tools/join_scripts.py joins it with what else a page needs; what
// few need is fetched by them, from where the page's script element says.

const files = document.currentScript.dataset;
const byId = (id) => document.getElementById(id);

// Screen readers skip words that they have just read, so the second time they begin otherwise.
const said = byId("said");
const speak = (words) => {
  said.textContent = words === said.textContent ? `${said.dataset.again} ${words}` : words;
};

// Questions come in a dialog. Where that cannot be had they are a page, as without scripts.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-asks]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import(files.ask).then(({ ask }) => ask(link)).catch(() => (location = link.href));
});
