/**
 * A user edits a page and loses the network; meanwhile another administrator saves the same object. The later save must
 * end in a conflict that shows both sides: it must never overwrite silently, and no typed text may be lost.
 */
import type { APIRequestContext, Page } from "@playwright/test";
import { addCertificates, addIssuers, clear, KEY_SETS, keySet, useStaticKeys } from "../security/tokenKeys.ts";
import { setUp } from "../session/administrator.ts";
import { expect, SLOW } from "../test.ts";
import { API_PATH as CONNECTIONS, store, test } from "./ping-one.ts";
import { asFirst, get, open, post, put } from "./signedIn.ts";

interface EditedPage {
  name: string;
  /** Creates the edited object, and returns the path of its page. */
  prepare: (request: APIRequestContext, credential: string) => Promise<string>;
  edit: (page: Page) => Promise<void>;
  /** The API path of the edited object. */
  stored: (request: APIRequestContext) => Promise<string>;
  /** The other administrator's change. */
  theirs: object;
  /** The edit that the page must still show after the network is back. */
  kept: (page: Page) => Promise<void>;
}

const DETAIL_TYPES = "/oauth/authorizationDetailTypes";
const PROCESSORS = "/oauth/authorizationDetailProcessors";
const SCOPES = "/oauth/authServerSettings/scopes/commonScopes";
const OAUTH_KEYS = "/keyPairs/oauthOpenIdConnect";
const MINE = "Typed before the network went away";

const textbox = (page: Page, name: string | RegExp) => page.getByRole("textbox", { name });
const verbose = (page: Page) => page.getByRole("checkbox", { name: "Verbose: Requests" });
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

/** A page on which one text field is edited. */
const text = (name: string | RegExp, value = MINE) => ({
  edit: (page: Page) => textbox(page, name).first().fill(value),
  kept: (page: Page) => expect(textbox(page, name).first()).toHaveValue(value),
});
const at = (path: string) => () => Promise.resolve(path);

/** Removes the items of earlier tests from a collection. */
async function empty(request: APIRequestContext, path: string): Promise<void> {
  for (const { id } of (await get<{ items: { id: string }[] }>(request, path)).items) {
    await asFirst(request, "DELETE", `${path}/${id}`);
  }
}

async function addProcessor(request: APIRequestContext): Promise<void> {
  await empty(request, DETAIL_TYPES);
  await empty(request, PROCESSORS);
  const fields = [
    { name: "Schema", value: '{"type": "object"}' },
    { name: "Description Template", value: "Pay" },
  ];
  const configuration = { fields, tables: [] };
  await post(request, PROCESSORS, {
    id: "payments",
    name: "Payments",
    pluginDescriptorRef: { id: "hanse.json-schema" },
    configuration,
  });
}

const PAGES: readonly EditedPage[] = [
  {
    name: "virtual host names",
    prepare: async (request) => {
      await put(request, "/virtualHostNames", { virtualHostNames: ["sso.example.com"] });
      return "/system/server/virtual-hostnames";
    },
    ...text(/^Host Domain Name/, "mine.example.com"),
    stored: at("/virtualHostNames"),
    theirs: { virtualHostNames: ["theirs.example.com"] },
  },
  {
    name: "a scope",
    prepare: async (request) => {
      await asFirst(request, "DELETE", `${SCOPES}/ledger`);
      await post(request, SCOPES, { name: "ledger", description: "The ledger", dynamic: false });
      return "/system/oauth-settings/scope-management/edit?name=ledger";
    },
    ...text("Description"),
    stored: at(`${SCOPES}/ledger`),
    theirs: { description: "Theirs" },
  },
  {
    name: "the default scope",
    prepare: async (request) => {
      await put(request, "/oauth/authServerSettings", {
        ...(await get<object>(request, "/oauth/authServerSettings")),
        defaultScopeDescription: "As stored",
      });
      return "/system/oauth-settings/scope-management?tab=defaultScope";
    },
    ...text(/default/i),
    stored: at("/oauth/authServerSettings"),
    theirs: { defaultScopeDescription: "Theirs" },
  },
  {
    name: "a cloud connection",
    prepare: async (request, credential) => {
      const [{ id } = { id: "" }] = await store(request, credential, { name: "Kontor", description: "Ours" });
      return `/system/external-systems/pingone-connections/edit/${id}`;
    },
    ...text("Description"),
    stored: async (request) => {
      const { items } = await get<{ items: { id: string }[] }>(request, CONNECTIONS);
      return `${CONNECTIONS}/${items[0]?.id}`;
    },
    theirs: { description: "Theirs" },
  },
  {
    name: "a key set",
    prepare: async (request) => {
      await clear(request);
      await addCertificates(request);
      await addIssuers(request, "Bremen");
      await post(request, KEY_SETS, keySet("Bremen", "bremen"));
      return "/security/certificate-and-key-management/token-signing-keys/edit/bremen";
    },
    ...text("RSA: Active Key ID"),
    stored: at(`${KEY_SETS}/bremen`),
    theirs: { description: "Theirs" },
  },
  {
    name: "OAuth keys",
    prepare: async (request) => {
      await addCertificates(request);
      await useStaticKeys(request);
      return "/security/certificate-and-key-management/oauth-openid-connect-keys";
    },
    ...text("RSA: Active Key ID"),
    stored: at(OAUTH_KEYS),
    theirs: { rsaActiveKeyId: "theirs" },
  },
  {
    name: "a virtual issuer",
    prepare: async (request) => {
      await clear(request);
      await addIssuers(request, "Bremen");
      return "/system/oauth-settings/virtual-issuers/edit/bremen";
    },
    ...text("Description"),
    stored: at("/oauth/issuers/bremen"),
    theirs: { description: "Theirs" },
  },
  {
    name: "log settings",
    prepare: async (request) => {
      await put(request, "/serverSettings/logSettings", { logCategories: [] });
      return "/system/server/log-settings";
    },
    edit: (page) => verbose(page).check(),
    kept: (page) => expect(verbose(page)).toBeChecked(),
    stored: at("/serverSettings/logSettings"),
    theirs: { logCategories: [{ id: "cluster", enabled: true }] },
  },
  {
    name: "an authorization detail type",
    prepare: async (request) => {
      await addProcessor(request);
      const authorizationDetailProcessorRef = { id: "payments" };
      await post(request, DETAIL_TYPES, { id: "pay", type: "pay", authorizationDetailProcessorRef });
      return "/system/oauth-settings/authorization-detail-types/edit/pay";
    },
    ...text("Description"),
    stored: at(`${DETAIL_TYPES}/pay`),
    theirs: { description: "Theirs" },
  },
];

test.beforeEach(({ request }) => setUp(request));
test.use({ expectedProblems: [/ERR_INTERNET_DISCONNECTED/] });

PAGES.forEach(({ name, prepare, edit, stored, theirs, kept }, index) => {
  test(
    `${name}: an edit older than another save ends in a conflict after the network returns`,
    index === 0 ? {} : SLOW,
    async ({ page, request, context, cloud }) => {
      await open(page, await prepare(request, cloud.credential), /./);
      await edit(page);
      await context.setOffline(true);
      const path = await stored(request);
      await put(request, path, { ...(await get<object>(request, path)), ...theirs });
      const saved = await get(request, path);
      await context.setOffline(false);
      // A read triggered by the returning network is sent, and answered, before this one.
      await page.evaluate(async (url) => (await fetch(url, { headers: { "X-XSRF-Header": "e2e" } })).text(), path);
      await kept(page);
      await save(page).click();
      const dialog = page.getByRole("dialog", { name: "Another administrator saved changes in the meantime" });
      await expect(dialog).toBeVisible();
      expect(await get(request, path)).toEqual(saved);
      await dialog.getByRole("button", { name: "Keep editing" }).click();
      await kept(page);
    },
  );
});
