// What site.js asks of instant.js, on pages with no board to press.

const sayings = {};
const moveNamed = () => undefined;
const forget = () => {};
const answerAtOnce = () => false;
const showMove = () => {};
