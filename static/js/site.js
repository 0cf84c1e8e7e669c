// Says so when an order could not reach the site: without this a button would seem dead.
// The words come from the page; text browsers must not show them, hence an empty element.
const trouble = document.getElementById("trouble");
document.addEventListener("htmx:sendError", () => {
  trouble.textContent = trouble.dataset.words;
});
document.addEventListener("htmx:beforeRequest", () => {
  trouble.textContent = "";
});
