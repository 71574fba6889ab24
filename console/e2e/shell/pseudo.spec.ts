/** Every screen in the language `pseudo`, which reveals texts outside the catalogs. */
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { addCertificates, addIssuers, KEY_SETS, keySet, useStaticKeys } from "../security/tokenKeys.ts";
import { first, setUp } from "../session/administrator.ts";
import { PASSWORD, URL_OF_ENGINE, test as wizardTest } from "../setup/wizard.ts";
import { store, test } from "../system/ping-one.ts";
import { make, scope } from "../system/scopes.ts";
import { beginSession, post } from "../system/signedIn.ts";
import { expect, SLOW } from "../test.ts";
import { Markings, marked } from "./markings.ts";

const KEYS = "/security/certificate-and-key-management";
const OAUTH = "/system/oauth-settings";
const SERVER = "/system/server";
const CLOUD = "/system/external-systems/pingone-connections";

const SCREENS = [
  "/",
  "/authentication",
  "/applications",
  "/security",
  "/system",
  `${KEYS}/token-signing-keys`,
  `${KEYS}/token-signing-keys/edit/brand`,
  `${KEYS}/oauth-openid-connect-keys`,
  `${KEYS}/configuration-encryption-keys`,
  `${OAUTH}/authorization-detail-types`,
  `${OAUTH}/authorization-detail-types/add`,
  `${OAUTH}/virtual-issuers`,
  `${OAUTH}/virtual-issuers/add`,
  `${OAUTH}/virtual-issuers/edit/bremen`,
  `${OAUTH}/scope-management`,
  `${OAUTH}/scope-management/add?kind=commonScopeGroups`,
  `${SERVER}/cluster-management`,
  `${SERVER}/cluster-management/settings`,
  `${SERVER}/license`,
  `${SERVER}/log-settings`,
  `${SERVER}/collect-support-data`,
  `${SERVER}/virtual-hostnames`,
  CLOUD,
  `${CLOUD}/add`,
  "/help/endpoints/oauth",
  "/nowhere",
];

/** Controls that open a menu, a dialog or a section; none of them saves. */
const OPENERS = "button:enabled:is([aria-haspopup], [aria-expanded=false], .pf-m-link, .pf-m-plain, .pf-m-secondary)";

async function speakPseudo(context: BrowserContext, url = ""): Promise<void> {
  await context.addCookies([{ name: "hanse_locale", value: "pseudo", url }]);
}

/** One item for every list. */
async function fill(request: APIRequestContext, credential: string): Promise<void> {
  await setUp(request);
  await addCertificates(request);
  await addIssuers(request, "Bremen", "Luebeck");
  // biome-ignore lint/correctness/useHookAtTopLevel: it is no hook of React.
  await useStaticKeys(request);
  await post(request, KEY_SETS, keySet("Brand", "bremen"));
  await make(request, "commonScopes", scope("accounts.read"), scope("payment:*", { dynamic: true }));
  await make(request, "commonScopeGroups", { name: "bank", description: "Banking", scopes: ["accounts.read"] });
  const configuration = {
    fields: [
      { name: "Schema", value: "{}" },
      { name: "Description Template", value: "Pay" },
    ],
  };
  const processor = {
    id: "payments",
    name: "Payments",
    pluginDescriptorRef: { id: "hanse.json-schema" },
    configuration,
  };
  await post(request, "/oauth/authorizationDetailProcessors", processor);
  const detail = { id: "payment", type: "payment", authorizationDetailProcessorRef: { id: "payments" } };
  await post(request, "/oauth/authorizationDetailTypes", detail);
  await store(request, credential, { name: "Bank" });
}

async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".pf-v6-c-skeleton, [aria-busy=true]")).toHaveCount(0);
}

test("no screen has a text outside of the catalog", { tag: "@slow" }, async ({ page, request, cloud, baseURL }) => {
  await fill(request, cloud.credential);
  await speakPseudo(page.context(), baseURL);
  // The log-in page shows the title of the console, which is a server setting.
  const markings = new Markings(page, first.username, "Hanse");
  /** Each text with the first place at which it was found. */
  const found = new Map<string, string>();
  const look = async (where: string) => {
    for (const one of await markings.missing()) if (!found.has(one)) found.set(one, where);
  };
  const opened = new Set<string>();
  page.on("dialog", (dialog) => dialog.accept()); // Leaves a form that was only opened.
  await page.goto("/login");
  await page.getByRole("button", { name: marked("Log in") }).click();
  await expect(page.getByText(marked("Enter your username and password."))).toBeVisible();
  await look("log-in");
  await beginSession(page);
  for (const path of SCREENS) {
    await test.step(path, async () => {
      await arrive(page, path);
      await look(path);
      // The masthead is the same everywhere.
      const openers = page.locator(`${path === "/" ? "body" : "main"} ${OPENERS}`);
      const names = await openers.evaluateAll((all) =>
        all.map((one) => one.getAttribute("aria-label") ?? one.textContent),
      );
      for (const [index, name] of names.entries()) {
        const kind = name.replace(/\d+/g, "");
        if (opened.has(kind)) continue;
        opened.add(kind);
        // Controls that an earlier one has removed or moved are skipped.
        await openers
          .nth(index)
          .click({ timeout: 1_000 })
          .catch(() => undefined);
        await look(`${path}, ${name}`);
        await page.keyboard.press("Escape");
        if (!page.url().endsWith(path) || (await page.getByRole("dialog").count()) > 0) await arrive(page, path);
      }
    });
  }
  // PatternFly announces the icon of a dialog's title in English, and has no property for it.
  found.delete('<span class="pf-v6-screen-reader">: Warning alert:');
  expect(Object.fromEntries(found)).toEqual({});
});

wizardTest("nor has the set-up", SLOW, async ({ page, baseURL }) => {
  await speakPseudo(page.context(), baseURL);
  const markings = new Markings(page, first.username, URL_OF_ENGINE);
  const next = page.getByRole("button", { name: marked("Next"), exact: true });
  const steps = [
    "Terms and Conditions",
    "Configure Base URL",
    "Connect To PingOne",
    "License",
    "Create Administrator Account",
  ];
  await page.goto("/");
  for (const title of steps) {
    await expect(page.getByRole("heading", { level: 2, name: marked(title), exact: true })).toBeFocused();
    const baseUrl = page.getByRole("textbox");
    if (title === steps[1]) await baseUrl.fill("");
    // It explains what is missing, although it is marked as disabled.
    if (title === steps[0] || title === steps[1] || title === steps.at(-1)) await next.click({ force: true });
    expect(await markings.missing(), title).toEqual([]);
    const agree = page.getByRole("checkbox");
    if (title === steps[0]) await agree.check();
    if (title === steps[1]) await baseUrl.fill(URL_OF_ENGINE);
    if (title === steps.at(-1))
      await page.getByLabel(new RegExp(`^${marked("Password").slice(0, -1).replace("[", "\\[")}`)).fill(PASSWORD);
    await next.click();
  }
  await expect(page.getByRole("heading", { level: 2, name: marked("Review"), exact: true })).toBeFocused();
  expect(await markings.missing()).toEqual([]);
});
