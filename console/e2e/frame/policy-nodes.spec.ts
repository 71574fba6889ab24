/** Policy nodes: their mappings, also from directories and databases, and trees that are too large to show. */
import type { APIRequestContext, FrameLocator } from "@playwright/test";
import { first, setUp } from "../session/administrator.ts";
import { account, auditor, get, open, post } from "../system/signedIn.ts";
import { expect, expectAccessible, SLOW, test } from "../test.ts";
import { frameOf } from "./frames.ts";

const POLICIES = "/authentication/policies/policies";
const SEARCH = "uid=$" + "{username}";

interface Node {
  action: Record<string, unknown>;
  children?: Node[];
}

test.beforeEach(async ({ request }) => {
  await setUp(request);
});

/** A data store that is never connected to. */
async function store(request: APIRequestContext, body: object): Promise<void> {
  const basic = Buffer.from(`${first.username}:${first.password}`).toString("base64");
  const headers = {
    "X-XSRF-Header": "e2e",
    "X-BypassExternalValidation": "true",
    Authorization: `Basic ${basic}`,
  };
  const answer = await request.post("/pf-admin-api/v1/dataStores", { headers, data: body });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function factor(request: APIRequestContext, name: string): Promise<{ contract: string; fragment: string }> {
  const body = { name: `${name} user`, extendedAttributes: [{ name: "mail" }] };
  const contract = (await post<{ id: string }>(request, "/authenticationPolicyContracts", body)).id;
  const fragment = { name, outputs: { id: contract }, rootNode: { action: { type: "DONE" } } };
  return {
    contract,
    fragment: (await post<{ id: string }>(request, "/authenticationPolicies/fragments", fragment)).id,
  };
}

const through = (fragment: string, ...children: Node[]): Node => ({
  action: { type: "FRAGMENT", fragment: { id: fragment } },
  children,
});

const on = (context: string, node: Node): Node => ({ ...node, action: { ...node.action, context } });
const done: Node = { action: { type: "DONE" } };

test("the mapping of a node looks up a directory and a database", SLOW, async ({ page, request }) => {
  const mark = `${Date.now()}`;
  const [people, rooms] = [`People ${mark}`, `Rooms ${mark}`];
  await store(request, {
    type: "LDAP",
    name: people,
    ldapType: "GENERIC",
    hostnames: ["ldap.hanse.example"],
    userDN: "cn=a",
    password: "Hansa-1241",
  });
  await store(request, {
    type: "JDBC",
    name: rooms,
    connectionUrl: "jdbc:postgresql://db.hanse.example/rooms",
    driverClass: "org.postgresql.Driver",
    userName: "hanse",
    password: "Hansa-1241",
  });
  const { contract, fragment } = await factor(request, `Gate ${mark}`);
  const text = (value: string) => ({ source: { type: "TEXT" }, value });
  const end = {
    action: {
      type: "APC_MAPPING",
      authenticationPolicyContractRef: { id: contract },
      attributeMapping: { attributeContractFulfillment: { subject: text("joe"), mail: text("joe@example.com") } },
    },
  };
  const name = `Looked up ${mark}`;
  const rootNode = through(fragment, on("Fail", done), on("Success", end));
  const made = await post<{ id: string }>(request, "/authenticationPolicies/policy", { name, rootNode });
  await open(page, `${POLICIES}/edit/${made.id}`, name);
  const frame = await frameOf(page);
  await frame.getByRole("button", { name: `Contract Mapping: Gate ${mark} user on Success` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Contract Mapping on Success: ${name}` })).toBeVisible();

  const source = (number: number) => frame.locator(`#f-node-attributeSources-${number}-`);
  await frame.getByRole("button", { name: "Add: Attribute sources" }).click();
  await source(0).getByRole("combobox", { name: "Data store" }).selectOption({ label: people });
  await source(0).getByRole("textbox", { name: "Filter" }).fill(SEARCH);
  await source(0).getByRole("textbox", { name: "Attribute source ID" }).fill("dir");
  await source(0).getByRole("textbox", { name: "Attributes" }).fill("mail\nroomNumber");
  await frame.getByRole("button", { name: "Add: Attribute sources" }).click();
  await source(1).getByRole("combobox", { name: "Data store" }).selectOption({ label: rooms });
  await source(1).getByRole("textbox", { name: "Table" }).fill("rooms");
  await source(1).getByRole("textbox", { name: "Attribute source ID" }).fill("db");
  await source(1).getByRole("textbox", { name: "Columns" }).fill("floor");
  await source(1)
    .getByRole("textbox", { name: "Where" })
    .fill(`number = '$` + `{ds.dir.roomNumber}'`);
  await frame.getByRole("button", { name: "Done" }).click();
  // An attribute with this name does not exist: the error is shown at its field.
  await frame.getByRole("link", { name: /No source has an attribute username/ }).click();
  await expect(source(0).getByRole("textbox", { name: "Filter" })).toBeFocused();
  await source(0).getByRole("textbox", { name: "Filter" }).fill(SEARCH.replace("username", "subject"));
  const mail = frame.getByRole("row").filter({ hasText: "mail" }).last();
  await mail.getByRole("combobox", { name: "Source" }).selectOption({ label: "LDAP: dir" });
  await mail.getByRole("combobox", { name: "Value" }).selectOption("mail");
  await frame.getByRole("button", { name: "Add: Criteria as expressions" }).click();
  await frame.getByRole("textbox", { name: "Expression" }).fill("true");
  // Scrolled to the end, where the form's buttons cover nothing.
  await page.getByRole("main").hover();
  await page.mouse.wheel(0, 100_000);
  await expect(frame.locator(".hanse-form__actions[data-stuck]")).toHaveCount(0);
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Done" }).click();
  await expect(frame.getByText("Contract Mapping: 5 lines")).toBeVisible();
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} was saved.`)).toBeVisible();
  const { rootNode: stored } = await get<{ rootNode: Node }>(request, `/authenticationPolicies/policy/${made.id}`);
  expect(stored.children?.[1]?.action.attributeMapping).toMatchObject({
    attributeSources: [
      { type: "LDAP", id: "dir", searchAttributes: ["mail", "roomNumber"] },
      { type: "JDBC", id: "db", columnNames: ["floor"] },
    ],
    attributeContractFulfillment: { mail: { source: { type: "LDAP_DATA_STORE", id: "dir" }, value: "mail" } },
    issuanceCriteria: { expressionCriteria: [{ expression: "true" }] },
  });
});

/** A tree in which each node has two branches, with this depth. */
function tree(fragment: string, depth: number): Node {
  if (!depth) return done;
  return through(fragment, on("Fail", tree(fragment, depth - 1)), on("Success", tree(fragment, depth - 1)));
}

const folded = (frame: FrameLocator) => frame.locator("[aria-expanded=false]").first();

test("a large tree is expanded by keyboard, and by auditors", SLOW, async ({ page, request }) => {
  const { fragment } = await factor(request, `Many ${Date.now()}`);
  const name = `Large ${Date.now()}`;
  const made = await post<{ id: string }>(request, "/authenticationPolicies/policy", {
    name,
    rootNode: tree(fragment, 6),
  });
  await account(request, auditor, { auditor: true, roles: [] });
  await open(page, `${POLICIES}/edit/${made.id}`, name);
  const frame = await frameOf(page);
  const nodes = frame.locator(".hanse-node");
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  const before = await nodes.count();
  expect(before).toBeLessThan(127);
  const id = await folded(frame).getAttribute("id");
  const toggle = frame.locator(`[id="${id}"]`);
  await toggle.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(toggle).toBeFocused();
  expect(await nodes.count()).toBeGreaterThan(before);
  // Expanding a node is not a change, and typed values are kept.
  await expect(frame.getByText("No changes yet.")).toBeVisible();
  await frame.getByRole("textbox", { name: "Description" }).fill("Kept");
  await toggle.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await expect(frame.getByRole("textbox", { name: "Description" })).toHaveValue("Kept");
  await expectAccessible(page);
  await frame.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} was saved.`)).toBeVisible();

  await open(page, `${POLICIES}/edit/${made.id}`, name, auditor);
  await frameOf(page);
  await expect(frame.getByText("As an auditor, you can view this page but cannot change it.")).toBeVisible();
  const link = frame.locator(`[id="${await folded(frame).getAttribute("id")}"]`);
  await link.press("Enter");
  await expect(link).toHaveAttribute("aria-expanded", "true");
  await expect(link).toBeFocused();
  await expectAccessible(page);
});
