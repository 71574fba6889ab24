/**
 * A user of a service provider in Chromium: signs in, signs in again by the session of the identity provider, and logs
 * out. Read from standard input by Node in the folder of the console. $VISIT is JSON: { protected, logout, username,
 * password, browser, arguments }. Prints JSON: { users, texts, afterLogout, problems }.
 */
import { chromium } from "@playwright/test";

const visit = JSON.parse(process.env.VISIT);
const browser = await chromium.launch({ executablePath: visit.browser, args: visit.arguments });
const context = await browser.newContext({ ignoreHTTPSErrors: true }); // The server made its certificate itself.
const page = await context.newPage();
const seen = { users: [], texts: [], problems: [] };
page.on("console", (message) => {
  // Browsers ask for an icon by themselves, which the service provider does not have.
  if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico")) seen.problems.push(message.text());
});
page.on("pageerror", (error) => seen.problems.push(String(error)));

/** Does what leads to the protected page, and notes the user that the service provider names, and the text. */
async function reach(action) {
  const answer = page.waitForResponse((response) => response.url() === visit.protected && response.status() === 200);
  await action();
  seen.users.push((await (await answer).allHeaders())["x-remote-user"]);
  await page.waitForURL(visit.protected);
  seen.texts.push(await page.locator("body").textContent());
}

const password = page.getByLabel("Password", { exact: true });
await page.goto(visit.protected);
await page.getByLabel("Username", { exact: true }).fill(visit.username);
await password.fill(visit.password);
await reach(() => password.press("Enter"));

const serverCookies = (await context.cookies()).filter((cookie) => cookie.name.startsWith("__Host-"));
await context.clearCookies();
await context.addCookies(serverCookies);
await reach(() => page.goto(visit.protected));

await page.goto(visit.logout);
await page.waitForLoadState("networkidle");
await page.goto(visit.protected);
await password.waitFor();
seen.afterLogout = page.url();
await browser.close();
console.log(JSON.stringify(seen));
