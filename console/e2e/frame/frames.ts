/** Helpers for the inner frame, and the list of its pages. */
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** The frame, once its page is shown and its scripts have run. */
export async function frameOf(page: Page): Promise<FrameLocator> {
  await expect(page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  return page.frameLocator("iframe");
}

/** Opens another page of the console and waits for its frame. */
export async function goTo(page: Page, path: string): Promise<FrameLocator> {
  await page.goto(path);
  return frameOf(page);
}

/** The enabled buttons that change something. Readers too can copy identifiers and view the selected scopes. */
export function changingButtons(inside: FrameLocator | Locator): Locator {
  const enabled = inside.getByRole("button", { disabled: false });
  return enabled.and(inside.locator(":not([data-copy])")).filter({ hasNotText: "View Scopes" });
}

interface Node {
  id: string;
  label: string;
  level: string;
  path?: string;
  react?: boolean;
  children?: Node[];
}

/** A node of the navigation whose pages the server renders. */
export type FrameNode = Required<Pick<Node, "id" | "label" | "path">>;

/** Every frame that the signed-in administrator may see, from the navigation, so that new areas are included. */
export async function framesOf(page: Page): Promise<FrameNode[]> {
  const answer = await page.request.get("/pf-admin-ui/uiSettings", { headers: { "X-XSRF-Header": "e2e" } });
  const { navTree } = (await answer.json()) as { navTree: Node[] };
  return navTree.flatMap(leaves).filter((node) => !node.react) as FrameNode[];
}

function leaves(node: Node): Node[] {
  return node.level === "LEAF" ? [node] : (node.children ?? []).flatMap(leaves);
}
