// Buttons beside the settings for sounds and vibration: what they will be like.

const { signals } = document.currentScript.dataset;
const place = document.getElementById("try");

function offer(words, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = words;
  button.addEventListener("click", () => import(signals).then(act).catch(() => {}));
  place.append(button, " ");
}

if (window.AudioContext) {
  offer(place.dataset.sound, ({ play }) => {
    play("move");
    play("capture", 0.5);
    play("crown", 0.9);
  });
}
// Computers with a mouse have the function, but nothing that moves.
if (navigator.vibrate && matchMedia("(pointer: coarse)").matches) {
  offer(place.dataset.vibration, ({ vibrate }) => vibrate("crown"));
}
