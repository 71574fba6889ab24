/** A cluster's pages for readers, and with nodes of different versions (specification 2, sections 2 and 6). */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUp } from "../session/administrator.ts";
import { expect, expectAccessible, SLOW } from "../test.ts";
import { PATH, TITLE, test } from "./clustered.ts";
import { account, auditor, open } from "./signedIn.ts";

// Each test starts a node, which is slow on a busy machine.
test.describe.configure({ mode: "serial", timeout: 240_000 });
test.beforeEach(({ request }) => setUp(request));

const OLDER = "0.0.1";

/** Returns the environment of a node that reports an older package version. */
async function olderVersion(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "hanse-e2e-older-"));
  const text = `import importlib.metadata as metadata
installed = metadata.version
metadata.version = lambda name: "${OLDER}" if name == "hanse" else installed(name)
`;
  await writeFile(join(folder, "sitecustomize.py"), text);
  return { PYTHONPATH: folder };
}

test("nodes of two versions are reported with their versions", SLOW, async ({ page, cluster }) => {
  await cluster.engine({ ...(await olderVersion()), HANSE_NODE_GROUP: "older" });
  await open(page, PATH, TITLE);
  await expect(page.getByText("Nodes run different versions")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "older" })).toContainText(OLDER);
  await expectAccessible(page);
});

test("an auditor sees nodes and settings and can change neither", SLOW, async ({ page, request, cluster }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  await cluster.engine({ HANSE_NODE_GROUP: "looked-at" });
  await open(page, PATH, TITLE, auditor);
  await expect(page.getByText("As an auditor, you can view the cluster but cannot change it.")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "looked-at" })).toContainText("Engine");
  await expect(page.getByRole("button", { name: "Replicate" })).toHaveCount(0);
  await page.goto(`${PATH}/settings`);
  await expect(page.getByRole("checkbox", { name: "Replicate OAuth Clients when saved" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save" })).toHaveCount(0);
});

test("a passive console stays passive for an auditor", SLOW, async ({ page, request, cluster }) => {
  await account(request, auditor, { auditor: true, roles: [] });
  const second = await cluster.console();
  await open(page, PATH, TITLE, auditor);
  await page.goto(second.admin + PATH);
  await expect(page.getByText("This console is passive")).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch to Active" })).toHaveCount(0);
});
