import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import type { NavItem } from "../../../platform/api/session.ts";
import type { Session } from "../../../platform/session/SessionProvider.tsx";
import { expectAccessible } from "../../../test/axe.ts";
import { renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import { AREAS, type AreaName, Landing } from "./index.tsx";

const WARNING = "Your account does not have crypto admin privileges.";

/** A tree with three tiles in an area, in an order other than that of the tiles. */
function treeOf(area: AreaName): NavItem[] {
  const node = { react: true, children: [] };
  const leaves = [20, 10, 30].map(
    (position): NavItem => ({
      ...node,
      id: `page${position}`,
      label: `In the navigation ${position}`,
      level: "LEAF",
      path: `/${area}/group/page${position}`,
      tile: { label: `Page ${position}`, icon: "globe", description: `Settings of page ${position}.`, position },
    }),
  );
  const group: NavItem = { ...node, id: `${area}/group`, label: "Group", level: "SECONDARY", children: leaves };
  return [{ ...node, id: area, label: area, level: "PRIMARY", path: `/${area}`, children: [group] }];
}

async function shown(area: AreaName, roles: string[], { auditor = false, tree = treeOf(area) } = {}) {
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: tree, accountManagementVisible: true })),
  );
  const session: Session = { username: "x", roles: new Set(roles), auditor };
  const view = await renderInConsole(() => <Landing area={area} />, { page: paths[area], session });
  await screen.findAllByRole("heading", { level: 2 });
  return view;
}

describe.each(AREAS)("the page of %s", (area) => {
  it("shows the tiles in order with their descriptions and links", async () => {
    const { container } = await shown(area, [], { auditor: true });
    expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual(
      [10, 20, 30].map((position) => [`Page ${position}`, `/${area}/group/page${position}`]),
    );
    for (const tile of screen.getAllByRole("listitem")) expect(tile).toHaveTextContent(/Settings of page \d+\.$/);
    expect(screen.queryByText(WARNING)).not.toBeInTheDocument();
    await expectAccessible(container);
  });
});

it("warns without crypto rights, on the Security page only", async () => {
  const { container, unmount } = await shown("security", ["ADMINISTRATOR"]);
  expect(screen.getByText(WARNING)).toBeVisible();
  await expectAccessible(container);
  unmount();
  await shown("system", ["ADMINISTRATOR"]);
  expect(screen.queryByText(WARNING)).not.toBeInTheDocument();
});

it("does not warn a crypto administrator", async () => {
  await shown("security", ["CRYPTO_ADMINISTRATOR"]);
  expect(screen.queryByText(WARNING)).not.toBeInTheDocument();
});

it("explains an empty page, and names the roles", async () => {
  const { container } = await shown("authentication", ["USER_ADMINISTRATOR", "CRYPTO_ADMINISTRATOR"], { tree: [] });
  expect(
    screen.getByText(/Your roles: user administrator and crypto administrator\. A user administrator/),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Go to the home page" })).toHaveAttribute("href", "/");
  await expectAccessible(container);
});

it("lists the pages that can be opened if there is no tile", async () => {
  const leaf: NavItem = {
    id: "license",
    label: "License",
    level: "LEAF",
    path: "/system/server/license",
    react: true,
    children: [],
  };
  const tree: NavItem[] = [
    { ...leaf, id: "system", label: "System", level: "PRIMARY", path: "/system", children: [leaf] },
  ];
  const { container } = await shown("system", ["CRYPTO_ADMINISTRATOR"], { tree });
  expect(screen.getByRole("link", { name: "License" })).toHaveAttribute("href", "/system/server/license");
  expect(screen.queryByText("Nothing here is open to your account")).not.toBeInTheDocument();
  await expectAccessible(container);
});

it("does not advise an auditor to get more roles", async () => {
  await shown("applications", [], { auditor: true, tree: [] });
  expect(screen.getByText(/Auditors can view every page/)).toBeVisible();
});
