/** The help menu and its endpoint windows (specification 3, sections 2.2 and 9), with the engine they describe. */
import { setUp } from "../session/administrator.ts";
import { account, beginSession, choose, fits, get, put, userAdministrator } from "../system/signedIn.ts";
import { expect, expectAccessible, looks, SLOW, test } from "../test.ts";
import { openWindow } from "./endpointWindow.ts";

const EIGHT = [
  "Documentation",
  "IdP Application Endpoints",
  "IdP Endpoints",
  "SP Application Endpoints",
  "SP Endpoints",
  "OAuth Endpoints",
  "About",
  "Show Me Around",
];

test.beforeEach(async ({ page, request }) => {
  await setUp(request);
  await beginSession(page);
});

async function setBaseUrl(request: Parameters<typeof put>[0], baseUrl: string | null): Promise<void> {
  const settings = await get<{ federationInfo?: object }>(request, "/serverSettings");
  await put(request, "/serverSettings", { ...settings, federationInfo: { ...settings.federationInfo, baseUrl } });
}

test("the help menu has eight items on the home page and seven elsewhere", SLOW, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await expect(page.getByRole("menuitem")).toHaveText(EIGHT.map((name) => new RegExp(`^${name}`)));
  await expectAccessible(page);
  await page.goto("/system");
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await expect(page.getByRole("menuitem")).toHaveText(EIGHT.slice(0, -1).map((name) => new RegExp(`^${name}`)));
});

test("each window is 800 by 800 and shows the answer of the engine", async ({ page, request, server, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await setBaseUrl(request, server.engine);
  await put(request, "/virtualHostNames", { virtualHostNames: ["login.example"] });
  await page.goto("/");
  const popup = await openWindow(page, "OAuth Endpoints");
  const size = () => popup.evaluate(() => [window.innerWidth, window.innerHeight]);
  await expect.poll(size).toEqual([800, 800]);
  await expect(popup).toHaveTitle("OAuth Endpoints · Hanse");
  await expect(popup.getByRole("navigation")).toHaveCount(0);
  await expectAccessible(popup);
  const urls = await popup.getByRole("listitem").locator("code").allTextContents();
  expect(urls).toContain(`${server.engine}/as/token.oauth2`);
  for (const url of urls) {
    expect(url.startsWith(`${server.engine}/`)).toBe(true);
    const status = (await request.get(url, { maxRedirects: 0 })).status();
    // Documents can be read; other endpoints refuse a request without parameters, each in its own way. Metadata and the
    // hand-over to applications need connections, which this server does not have.
    const published = /\/(\.well-known\/[^/]+|pf\/JWKS)$/.test(url);
    if (published) expect(status, url).toBe(200);
    else expect([200, 303, 400, 401, 403, 404, 405], url).toContain(status);
  }
  await popup.getByRole("button", { name: "Copy JSON Web Key Set" }).click();
  await expect(popup.getByRole("status").filter({ hasText: "Copied" })).toBeAttached();
  expect(await popup.evaluate(() => navigator.clipboard.readText())).toBe(`${server.engine}/pf/JWKS`);

  const port = new URL(server.engine).port;
  await popup.getByLabel("Server address").selectOption(`https://login.example:${port}`);
  await expect(popup.getByText(`https://login.example:${port}/pf/JWKS`)).toBeVisible();
  await put(request, "/virtualHostNames", { virtualHostNames: [] });
});

test(
  "the heartbeat is an application endpoint, and missing endpoints are not listed",
  SLOW,
  async ({ page, request, server }) => {
    await setBaseUrl(request, server.engine);
    await page.goto("/");
    for (const name of ["IdP Application Endpoints", "SP Application Endpoints"]) {
      const popup = await openWindow(page, name);
      await expect(popup.getByRole("listitem")).toHaveCount(1);
      const url = (await popup.getByRole("listitem").locator("code").textContent()) ?? "";
      expect(await (await request.get(url)).text()).toBe("OK");
      await popup.close();
    }
    for (const name of ["IdP Endpoints", "SP Endpoints"]) {
      const popup = await openWindow(page, name);
      await expect(popup.getByRole("heading", { name: "No endpoints" })).toBeVisible();
      await expectAccessible(popup);
      await popup.close();
    }
  },
);

test("without the right to read issuers only the base URL is offered", SLOW, async ({ page, request, server }) => {
  await setBaseUrl(request, server.engine);
  await put(request, "/virtualHostNames", { virtualHostNames: ["login.example"] });
  await account(request, userAdministrator, { auditor: false, roles: ["USER_ADMINISTRATOR"] });
  await beginSession(page, userAdministrator);
  await page.goto("/help/endpoints/oauth");
  await expect(page.getByText(`${server.engine}/pf/JWKS`)).toBeVisible();
  await expect(page.getByLabel("Server address")).toHaveCount(0);
  await put(request, "/virtualHostNames", { virtualHostNames: [] });
});

test("an unknown list is an unknown page", SLOW, async ({ page }) => {
  await page.goto("/help/endpoints/nothing");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.goto("/help/nothing");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Areas" })).toBeVisible();
});

for (const { theme, width, details } of looks(800)) {
  test(`a window is accessible and fits in ${theme} at ${width} pixels`, details, async ({ page, request, server }) => {
    await setBaseUrl(request, server.engine);
    await put(request, "/virtualHostNames", { virtualHostNames: ["a-rather-long-name-of-a-host.identity.example"] });
    await choose(page, theme);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/help/endpoints/oauth");
    await expect(page.getByLabel("Server address")).toBeVisible();
    await expectAccessible(page);
    expect(await fits(page)).toBe(true);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/endpoints-${width}-${theme}.png` });
    await put(request, "/virtualHostNames", { virtualHostNames: [] });
  });
}
