// Says so when an order could not reach the site: without this a button would seem dead.
document.addEventListener("htmx:sendError", () => {
  document.getElementById("unreachable").hidden = false;
});
document.addEventListener("htmx:beforeRequest", () => {
  document.getElementById("unreachable").hidden = true;
});
