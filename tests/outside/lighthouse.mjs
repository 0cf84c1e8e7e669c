// Runs Lighthouse, emulating a phone, on each URL given and prints a line of JSON for each.
// `node lighthouse.mjs CHROMIUM CATEGORIES COOKIES URL...`; categories are separated by commas, and
// cookies, which may be empty, are those that a browser would send.
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [chromePath, categories, cookies, ...addresses] = process.argv.slice(2);
// Chromium refuses to run as root with its sandbox.
const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
const chromeFlags = ["--headless=new", "--disable-gpu", ...sandbox];
const chrome = await launch({ chromePath, chromeFlags, logLevel: "silent" });
try {
  for (const address of addresses) {
    const { lhr } = await lighthouse(address, {
      port: chrome.port,
      onlyCategories: categories.split(","),
      extraHeaders: cookies ? { Cookie: cookies } : undefined,
      logLevel: "silent",
    });
    const scores = Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)]);
    const lost = Object.values(lhr.categories)
      .filter(({ id }) => id !== "performance")
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
      .map(({ id }) => `${id}: ${JSON.stringify(lhr.audits[id].details?.items ?? lhr.audits[id].title)}`);
    const times = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time"]
      .map((id) => [id, lhr.audits[id]?.displayValue ?? ""]);
    console.log(JSON.stringify({
      address,
      scores: Object.fromEntries(scores),
      lost,
      times: Object.fromEntries(times),
      error: lhr.runtimeError?.message ?? "",
    }));
  }
} finally {
  chrome.kill();
}
