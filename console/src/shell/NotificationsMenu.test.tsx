import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { NavItem } from "../platform/api/session.ts";
import { expectAccessible } from "../test/axe.ts";
import { renderInConsole } from "../test/render.tsx";
import { server } from "../test/server.ts";
import { NotificationsMenu } from "./ShellMasthead.tsx";

const license: NavItem = {
  id: "license",
  label: "License",
  level: "LEAF",
  path: "/system/server/license",
  react: true,
  children: [],
};
const notice = {
  id: "licenseExpiry",
  label: "License warning",
  description: "The license expires soon.",
  path: "/system/server/license",
};
const other = { id: "unheard", label: "Something else", description: "It happened." };

async function shown(answer: () => Response, tree: NavItem[] = [license]) {
  server.use(http.get("*/pf-admin-ui/notifications", answer));
  return renderInConsole(() => <NotificationsMenu tree={tree} />);
}

it("shows that there is nothing new", async () => {
  const { container } = await shown(() => HttpResponse.json({ items: [] }));
  await userEvent.click(screen.getByRole("button", { name: "Notifications" }));
  expect(screen.getByRole("menuitem", { name: "No new notifications" })).toHaveAttribute("aria-disabled", "true");
  await expectAccessible(container);
});

it("counts and shows notifications with links", async () => {
  const { container, router } = await shown(() => HttpResponse.json({ items: [notice, other] }));
  await userEvent.click(await screen.findByRole("button", { name: "Notifications (2)" }));
  expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
    "License warningThe license expires soon.",
    "Something elseIt happened.",
  ]);
  await expectAccessible(container);
  await userEvent.click(screen.getByText("License warning"));
  await waitFor(() => expect(router.state.location.pathname).toBe("/system/server/license"));
});

it.each<[string, NavItem[], string]>([
  ["it cannot be opened", [], "License warning"],
  ["it has no place", [license], "Something else"],
])("stays where one is when %s", async (_, tree, label) => {
  const { router } = await shown(() => HttpResponse.json({ items: [notice, other] }), tree);
  await userEvent.click(await screen.findByRole("button", { name: "Notifications (2)" }));
  await userEvent.click(screen.getByText(label));
  await waitFor(() => expect(screen.queryByRole("menu")).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe("/screen");
});

it("is updated when it is opened", async () => {
  let items: object[] = [];
  await shown(() => HttpResponse.json({ items }));
  items = [notice];
  await userEvent.click(screen.getByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("License warning")).toBeVisible();
});

it("reports that it could not be loaded", async () => {
  await shown(() => HttpResponse.json({ resultId: "x", message: "no" }, { status: 503 }));
  await userEvent.click(screen.getByRole("button", { name: "Notifications" }));
  expect(await screen.findByText("Notifications could not be loaded")).toBeVisible();
});
