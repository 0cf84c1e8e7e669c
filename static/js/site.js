// Sets htmx up for a strict content policy, and tells people when the site cannot be reached.
// Loaded after htmx and before the page is ready, which is when htmx looks at the page.
if (window.htmx) {
  htmx.config.includeIndicatorStyles = false; // inline style is not allowed here
  htmx.config.allowEval = false; // nor is code made from text
  htmx.config.defaultSwapStyle = "outerHTML";
  // Refused orders are answered with a board too: show it whatever the status.
  htmx.config.responseHandling = [{ code: "204", swap: false }, { code: "...", swap: true }];
  // With either file lost on the way, forms and links do the work.
  document.body.removeAttribute("data-hx-disable");
}

// Without this a button would seem dead when its order is lost on the way. The words come from the
// page; text browsers must not show them, hence an empty element.
const trouble = document.getElementById("trouble");
const say = (words) => {
  trouble.textContent = words;
};
document.addEventListener("htmx:beforeRequest", () => say(""));
document.addEventListener("htmx:sendError", () => say(trouble.dataset.words));
document.addEventListener("htmx:beforeSwap", (event) => {
  // Every answer of ours carries its policy. One without is a proxy's: it must not replace the game.
  if (!event.detail.xhr.getResponseHeader("Content-Security-Policy")) {
    event.detail.shouldSwap = false;
    say(trouble.dataset.words);
  }
});

// The second half of a double click is not an order to whatever the next board has in that place.
document.addEventListener(
  "click",
  (event) => {
    if (event.detail > 1 && event.target.closest(".moves, td")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
