// What a browser makes of the HTML report: report_checks.mjs KSMSIM CHROMIUM CHECK... runs the checks of these names, or
// "list" lists them, or "shots FOLDER" writes pictures, or "picture FILE" that of the README. Run by tools/dev/browser,
// which knows what has to be installed.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {chromium} from "playwright-core";

const [ksmsim, browserFile, ...names] = process.argv.slice(2);
const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const folder = mkdtempSync(join(tmpdir(), "ksmsim-"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const kWide = 1000, kNarrow = 390;

const hostile = `name: "<script>document.title='taken'</script>"
description: "</title><img src=http://127.0.0.1:9/x onerror=\\"document.title='taken'\\">"
vms:
  - {name: vm, count: 2, regions: [{pages: "1..8 0*2"}]}
stop: {batches: 3}
`;

// Each report of the checks, by the arguments of `ksmsim run`.
const scenarios = {
  sweep: ["scenarios/sioh-lee.yaml", "-s", "sample=5min"],
  point: ["scenarios/quickstart.yaml", "-s", "sample=batch"],
  axes: ["scenarios/quickstart.yaml", "-s", "sample=batch", "-s", "stop.full_scans=2",
    "-s", "sweep.axes.ksm.pages_to_scan=[100, 400, 1600]", "-s", "sweep.axes.ksm.hash=[xxh64, jhash2, xxh32]"],
  measured: ["scenarios/quickstart.yaml", "-s", "host.checksum_time=measured", "-s", "sweep.axes.ksm.hash=[xxh64, jhash2]"],
  hostile: ["hostile.yaml"],
};

const made = new Map();

/** The file of a report; `still`: as it is where scripts are off, but so that checks can run in it. */
function report(name, still = false) {
  const file = join(folder, name + (still ? "-still" : "") + ".html");
  if (made.has(file)) return file;
  if (still) {
    writeFileSync(file, readFileSync(report(name), "utf8").replace(/<script>.*<\/script>\n/s, ""));
  } else {
    writeFileSync(join(folder, "hostile.yaml"), hostile);
    const [scenario, ...settings] = scenarios[name];
    const path = scenario.includes("/") ? join(root, scenario) : join(folder, scenario);
    execFileSync(ksmsim, ["run", path, ...settings, "--html", file, "-q"], {stdio: ["ignore", "ignore", "inherit"]});
  }
  made.set(file, true);
  return file;
}

let browser;

/** Opens a report and hands the page to `look`; fails on requests, errors and messages of the console. */
async function open(file, look, {scheme = "light", width = kWide, scripts = true} = {}) {
  const context = await browser.newContext({colorScheme: scheme, viewport: {width, height: 900}, javaScriptEnabled: scripts});
  try {
    const page = await context.newPage();
    const trouble = [];
    const own = pathToFileURL(file).href;
    page.on("request", (request) => request.url() === own || trouble.push("request of " + request.url()));
    page.on("console", (message) => trouble.push("console: " + message.text()));
    page.on("pageerror", (error) => trouble.push("error: " + error.message));
    await page.goto(own);
    await page.waitForTimeout(100);
    await look(page);
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
}

/** What of the page's pictures cannot be read: text that is cut, or that lies on other text. */
function unreadable() {
  const found = [];
  for (const box of document.querySelectorAll(".plot:not(.drawn)")) {
    const place = box.getBoundingClientRect();
    const texts = [...box.querySelectorAll(":scope > svg text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
    texts.forEach(([text, at], i) => {
      if (at.width === 0) return;
      if (at.left < place.left - 1 || at.right > place.left + box.scrollWidth + 1) found.push("cut: " + text);
      for (const [other, there] of texts.slice(i + 1)) {
        const across = Math.min(at.right, there.right) - Math.max(at.left, there.left);
        const down = Math.min(at.bottom, there.bottom) - Math.max(at.top, there.top);
        if (across > 1 && down > 4) found.push("on each other: " + text + " / " + other);
      }
    });
  }
  return found;
}

async function tabStops(page) {
  const seen = [];
  for (let i = 0; i < 200; ++i) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const all = [...document.querySelectorAll("*")];
      return document.activeElement === document.body ? -1 : all.indexOf(document.activeElement);
    });
    if (at < 0 || seen.includes(at)) break;
    seen.push(at);
  }
  return seen;
}

const checks = {
  async "a report asks for nothing, and has no errors"() {
    for (const name of Object.keys(scenarios)) {
      for (const scripts of [true, false]) {
        await open(report(name), async (page) => {
          assert.doesNotMatch(await page.title(), /^taken/);
          assert.ok(await page.locator("figure svg[role=img]").first().isVisible() || scripts);
        }, {scripts});
      }
    }
  },

  async "axe finds nothing in light and dark, with scripts and without"() {
    for (const [name, still, scheme] of [["sweep", false, "light"], ["sweep", true, "dark"], ["axes", false, "dark"],
      ["axes", true, "light"], ["measured", true, "light"], ["point", true, "dark"]]) {
      await open(report(name, still), async (page) => {
        await page.evaluate(axe);
        const result = await page.evaluate(() => axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
          "best-practice"]}));
        const wrong = result.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.html.slice(0, 200)}`));
        assert.deepEqual(wrong, [], `${name}, ${scheme}`);
        assert.ok(result.passes.some((rule) => rule.id === "color-contrast"));
        console.log(`${name}, ${scheme}, ${still ? "no scripts" : "scripts"}: ${result.passes.length} rules pass, 0 violations`);
      }, {scheme});
    }
  },

  async "all that is to be operated is reached with the keyboard"() {
    await open(report("point"), async (page) => {
      const stops = await tabStops(page);
      const wanted = await page.evaluate(() => [...document.querySelectorAll("*")].flatMap((element, i) =>
        element.matches("summary, .plot") || (element.matches(".scroll") && !element.closest("details:not([open])")) ? [i] : []));
      assert.deepEqual(stops, wanted);
      await page.locator("summary").first().focus();
      await page.keyboard.press("Enter");
      assert.ok(await page.locator("details").first().evaluate((details) => details.open));
    });
  },

  async "time series are moved through and zoomed into with the keyboard"() {
    await open(report("point"), async (page) => {
      const plot = page.locator("#counters-1 .plot");
      const values = () => plot.locator(".u-legend .u-value").allTextContents();
      const all = await plot.screenshot();
      await plot.focus();
      for (let i = 0; i < 60; ++i) await page.keyboard.press("ArrowRight");
      assert.match((await values())[0], /^[0-9.]+$/);
      await page.keyboard.press("+");
      await page.waitForTimeout(50);
      assert.notDeepEqual(await plot.screenshot(), all);
      await page.keyboard.press("0");
    });
  },

  async "screen readers keep the picture that the script replaces"() {
    await open(report("point"), async (page) => {
      assert.ok(await page.locator("#counters-1 canvas").isVisible());
      assert.equal(await page.locator("#counters-1 .zoomable").getAttribute("aria-hidden"), "true");
      const picture = page.getByRole("img", {name: /^Counters over time/});
      assert.equal(await picture.count(), 1);
      await page.emulateMedia({media: "print"});
      assert.ok(!(await page.locator("#counters-1 canvas").isVisible()));
      assert.ok((await picture.boundingBox()).width > 300);
    });
  },

  async "nothing is cut or lies on something else, wide and narrow, and no page scrolls sideways"() {
    for (const name of Object.keys(scenarios)) {
      for (const [width, still] of [[kWide, true], [kNarrow, true], [kNarrow, false]]) {
        await open(report(name, still), async (page) => {
          assert.deepEqual(await page.evaluate(unreadable), [], `${name} at ${width}`);
          const across = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(across <= width, `${name} is ${across} wide at ${width}`);
        }, {width});
      }
    }
  },
};

async function shots(target) {
  mkdirSync(target, {recursive: true});
  for (const name of Object.keys(scenarios)) {
    for (const [kind, options] of Object.entries({light: {}, dark: {scheme: "dark"}, narrow: {width: kNarrow},
      still: {scripts: false}, print: {}})) {
      await open(report(name), async (page) => {
        if (kind === "print") await page.emulateMedia({media: "print"});
        await page.screenshot({path: join(target, `${name}-${kind}.png`), fullPage: true});
      }, options);
    }
  }
  await open(report("sweep"), (page) => page.pdf({path: join(target, "sweep.pdf"), format: "A4"}));
}

/** The first screen of the report that tools/run would write. */
async function picture(target) {
  const file = join(folder, "report.html");
  execFileSync(ksmsim, ["run", join(root, "scenarios", "sioh-lee.yaml"), "--html", file, "-q"], {stdio: "ignore"});
  await open(file, async (page) => {
    const end = await page.locator("#checksum-time .plot").evaluate((plot) => plot.getBoundingClientRect().bottom);
    await page.screenshot({path: target, fullPage: true, clip: {x: 0, y: 0, width: 900, height: Math.ceil(end) + 12}});
  }, {width: 900});
}

if (names[0] === "list") {
  console.log(Object.keys(checks).join("\n"));
  process.exit(0);
}
try {
  browser = await chromium.launch({executablePath: browserFile, args: process.getuid() === 0 ? ["--no-sandbox"] : []});
  if (names[0] === "shots") {
    await shots(names[1]);
  } else if (names[0] === "picture") {
    await picture(names[1]);
  } else {
    for (const name of names) await checks[name]();
  }
} finally {
  await browser?.close();
  rmSync(folder, {recursive: true});
}
