/** A list and a form of each kind of page: a screen of the console, and a page rendered by the server. */
import type { FrameLocator, Locator, Page } from "@playwright/test";
import { scope } from "../system/scopes.ts";

export interface Kind {
  kind: string;
  path: string;
  title: string;
  /** The API path of its items. */
  collection: string;
  item: (name: string) => object;
  idOf: (name: string) => string;
  inside: (page: Page) => Page | FrameLocator;
  rows: (inside: Page | FrameLocator) => Locator;
  /** The path of an item's form. */
  form: (page: Page, name: string) => Promise<void>;
  /** Opens an item's form from the list; its code or its page is not loaded before. */
  opening: (inside: Page | FrameLocator, name: string) => Locator;
  /** The action of a list that opens an item's form. */
  editing: (inside: Page | FrameLocator, name: string) => Locator;
  show50: (inside: Page | FrameLocator) => Promise<void>;
  deletion: (inside: Page | FrameLocator, name: string) => Locator;
  confirm: string;
  field: string;
  changed: (stored: object, text: string) => object;
  /** The path for a new item, its unique field, and its other required values. */
  adding: { path: string; label: string; more: Record<string, string> };
  /** A page of settings with a checkbox. */
  settings: { path: string; title: string };
}

const SCOPES = "/oauth/authServerSettings/scopes/commonScopes";
export const CONTRACTS = "/authenticationPolicyContracts";
export const CONTRACT_PAGES = "/authentication/policies/policy-contracts";

export const KINDS: Kind[] = [
  {
    kind: "the console's own",
    path: "/system/oauth-settings/scope-management",
    title: "Scope Management",
    collection: SCOPES,
    item: (name) => scope(name),
    idOf: (name) => name,
    inside: (page) => page,
    rows: (inside) => inside.getByRole("rowheader"),
    form: async (page, name) => {
      await page.goto(`/system/oauth-settings/scope-management?search=${name}`);
      await page.getByRole("button", { name: `Edit ${name}` }).click();
    },
    opening: (inside, name) => inside.getByRole("button", { name: `Edit ${name}` }),
    editing: (inside, name) => inside.getByRole("button", { name: `Edit ${name}`, exact: true }),
    show50: async (inside) => {
      await inside.locator(".hanse-pager .pf-v6-c-menu-toggle").click();
      await inside.getByRole("menuitem", { name: "50 per page" }).click();
    },
    deletion: (inside, name) => inside.getByRole("button", { name: `Delete ${name}` }),
    confirm: "Delete",
    field: "Description",
    changed: (stored, text) => ({ ...stored, description: text }),
    adding: {
      path: "/system/oauth-settings/scope-management/add",
      label: "Name",
      more: { Description: "Once more" },
    },
    settings: { path: "/system/server/log-settings", title: "Log Settings" },
  },
  {
    kind: "the server's",
    path: CONTRACT_PAGES,
    title: "Policy Contracts",
    collection: CONTRACTS,
    item: (name) => ({ id: name, name }),
    idOf: (name) => name,
    inside: (page) => page.frameLocator("iframe"),
    rows: (inside) => inside.locator("tbody tr td:first-child a"),
    form: async (page, name) => {
      await page.goto(`${CONTRACT_PAGES}/edit/${name}`);
    },
    opening: (inside, name) => inside.getByRole("link", { name, exact: true }),
    editing: (inside, name) => inside.getByRole("link", { name: `Edit ${name}`, exact: true }),
    show50: async (inside) => {
      await inside.getByRole("combobox", { name: "Items per page" }).selectOption({ label: "50 per page" });
    },
    deletion: (inside, name) => inside.getByRole("link", { name: `Delete ${name}` }),
    confirm: "Delete policy contract",
    field: "Contract name",
    changed: (stored, text) => ({ ...stored, name: text }),
    adding: { path: `${CONTRACT_PAGES}/add`, label: "Contract name", more: {} },
    settings: { path: "/security/system-integration/redirect-validation", title: "Redirect Validation" },
  },
];
