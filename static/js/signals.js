// Moves, captures, new kings, the end of a game and little time, heard and felt: only for those who
// asked for it in Settings. Sounds are made here, of a few tones each, so none has to be fetched.

const SOUNDS = {
  // tones: seconds from the begin, pitch in hertz, seconds
  move: [[0, 320, 0.09]],
  capture: [[0, 240, 0.1], [0.07, 160, 0.12]],
  crown: [[0.12, 523, 0.12], [0.22, 659, 0.12], [0.32, 784, 0.3]],
  won: [[0.3, 392, 0.15], [0.42, 523, 0.15], [0.54, 659, 0.15], [0.66, 784, 0.5]],
  lost: [[0.3, 392, 0.2], [0.48, 330, 0.2], [0.66, 262, 0.5]],
  over: [[0.3, 392, 0.2], [0.5, 392, 0.4]],
  low: [[0, 880, 0.07], [0.14, 880, 0.07]],
};
// Milliseconds of vibration and of rest.
const FELT = { move: 20, capture: [20, 40, 30], crown: [30, 40, 60], low: [40, 60, 40] };
const LOUD = 0.25;
const BETWEEN_JUMPS = 0.16; // seconds

const chosen = document.documentElement.dataset;
// Before the first press browsers allow neither, and complain.
const mayAct = () => navigator.userActivation?.hasBeenActive ?? true;
let audio;

function tone(begin, pitch, length) {
  const [source, level] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.setValueAtTime(pitch, begin);
  // Short ones are wood on wood: they fall.
  if (length < 0.15) source.frequency.exponentialRampToValueAtTime(pitch * 0.6, begin + length);
  level.gain.setValueAtTime(LOUD, begin);
  level.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(level).connect(audio.destination);
  source.start(begin);
  source.stop(begin + length);
}

function wake() {
  audio ??= new AudioContext();
  audio.resume().catch(() => {});
}

/** Plays a sound, from `after` seconds on. */
export function play(name, after = 0) {
  if (!mayAct() || !window.AudioContext) return;
  wake();
  const now = audio.currentTime + after;
  for (const [begin, pitch, length] of SOUNDS[name]) tone(now + begin, pitch, length);
}

export function vibrate(name) {
  if (mayAct()) navigator.vibrate?.(FELT[name] ?? [60, 80, 120]);
}

function signal(name, after) {
  if ("sounds" in chosen) play(name, after);
  if ("vibration" in chosen) vibrate(name);
}

// Phones let sound begin with a press only, not with a move that arrives.
if ("sounds" in chosen && window.AudioContext) {
  for (const press of ["click", "keydown"]) document.addEventListener(press, wake, { once: true });
}
document.addEventListener("move:seen", ({ detail: { captures, crowns } }) => {
  for (let jump = 1; jump < captures && "sounds" in chosen; jump += 1) {
    play("capture", jump * BETWEEN_JUMPS);
  }
  signal(captures ? "capture" : "move");
  if (crowns) signal("crown");
});
document.addEventListener("game:over", ({ detail }) => {
  signal(["won", "lost"].find((it) => detail.split(" ").includes(it)) ?? "over");
});
// clocks.js tells twice that its reader's own time runs out.
document.addEventListener("clock:low", () => signal("low"));
