import { chromium } from "playwright-core";
const BASE = "https://localhost:19311";
const [user, ...jobs] = process.argv.slice(2); // job: name|path|options
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const [w, scheme] of [[1280, "light"], [390, "dark"]]) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: w, height: 900 }, colorScheme: scheme });
  await context.request.post(BASE + "/pf-admin-ui/login", { headers: { "X-XSRF-Header": "x" }, data: { username: user, password: "Corr3ct-horse-battery" } });
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log("error", String(e).slice(0, 200)));
  for (const job of jobs) {
    const [name, path, click, focus] = job.split("|");
    await page.goto(BASE + path);
    await page.locator("main h1").first().waitFor();
    await page.waitForTimeout(1500);
    if (click) for (const each of click.split(";")) {
      const f = page.frameLocator("iframe");
      await f.locator(each).first().click().catch((e) => console.log(String(e).slice(0, 200)));
      await page.waitForTimeout(1200);
    }
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth, document.querySelector("iframe")?.contentDocument?.documentElement.scrollWidth, document.querySelector("iframe")?.clientWidth]);
    if (focus) {
      await page.frameLocator("iframe").locator(focus).first().screenshot({ path: `/tmp/hb/${name}-${w}-${scheme}.png` }).catch((e) => console.log(String(e).slice(0, 200)));
    } else await page.screenshot({ path: `/tmp/hb/${name}-${w}-${scheme}.png`, fullPage: true });
    console.log(name, w, wide.join(" "));
  }
  await context.close();
}
await browser.close();
