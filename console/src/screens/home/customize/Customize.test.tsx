import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetToken } from "../../../platform/api/client.ts";
import { expectAccessible } from "../../../test/axe.ts";
import {
  API,
  documentationUrls,
  fakeServer,
  type Held,
  leaf,
  license,
  navTree,
  page,
} from "../../../test/home/fakeServer.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import Home from "../index.tsx";
// Loaded before the tests, so that the first of them does not wait for it.
import "./Customize.tsx";

let held: Held;
beforeEach(() => {
  forgetToken();
  held = fakeServer();
});

const bar = () =>
  within(screen.getByRole("region", { name: "Shortcuts" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

describe("choosing shortcuts", () => {
  const button = (name: string) => within(screen.getByRole("dialog")).getByRole("button", { name });
  const list = (name: string) =>
    within(within(screen.getByRole("dialog")).getByRole("list", { name }))
      .queryAllByRole("listitem")
      .map((item) => item.querySelector(".hanse-choice__label")?.textContent);

  async function editing(parts: Parameters<typeof renderInConsole>[1] = {}) {
    const view = { ...(await renderInConsole(() => <Home />, parts)), user: userEvent.setup() };
    await screen.findByRole("link", { name: "License" });
    await view.user.click(screen.getByRole("button", { name: "Edit shortcuts" }));
    await screen.findByRole("button", { name: "Restore Default" });
    return view;
  }

  it("shows the shortcuts, the recently used pages, and every page by area", async () => {
    await editing();
    expect(list("Shortcuts")).toEqual(["License", "Virtual Host Names"]);
    expect(list("Recently Used")).toEqual(["Virtual Host Names"]);
    expect(list("Security")).toEqual(["Token Signing Keys"]);
    expect(list("System")).toEqual(["Virtual Host Names", "License"]);
    expect(screen.getByText("2 of 11")).toBeVisible();
  });

  it("has no accessibility finding", async () => {
    await editing();
    await expectAccessible(document.body);
  });

  it("adds, moves and removes by buttons, announces it, keeps the focus, and saves", async () => {
    const { user } = await editing();
    await user.click(button("Add Token Signing Keys"));
    expect(list("Shortcuts")).toEqual(["License", "Virtual Host Names", "Token Signing Keys"]);
    expect(screen.getByText("Token Signing Keys was added at position 3 of 3.")).toBeInTheDocument();
    expect(button("Remove Token Signing Keys")).toHaveFocus();
    await user.click(button("Move Token Signing Keys up"));
    expect(list("Shortcuts")).toEqual(["License", "Token Signing Keys", "Virtual Host Names"]);
    expect(button("Move Token Signing Keys up")).toHaveFocus();
    await user.click(button("Remove License"));
    expect(button("Remove Token Signing Keys")).toHaveFocus();
    expect(screen.getByText("License was removed. 2 shortcuts are left.")).toBeInTheDocument();
    await user.click(button("Save"));
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(held.sent).toEqual([{ shortcuts: { items: ["keys", "hosts"] } }]);
    await waitFor(() => expect(bar()).toEqual(["Token Signing Keys", "Virtual Host Names"]));
  });

  it("requires at least one", async () => {
    const { user } = await editing();
    await user.click(button("Remove License"));
    await user.click(button("Remove Virtual Host Names"));
    expect(screen.getByText("Drag a page here, or select its plus button.")).toBeVisible();
    await user.click(button("Save"));
    expect(screen.getByText("You need at least 1 shortcut to save customization.")).toBeVisible();
    expect(held.sent).toEqual([]);
    await expectAccessible(document.body);
    await user.click(button("Add License"));
    expect(screen.queryByText(/at least 1 shortcut/)).not.toBeInTheDocument();
  });

  it("clears the recently used pages when it is saved", async () => {
    const { user } = await editing();
    await user.click(button("Clear All"));
    expect(screen.getByText("Pages you open appear here.")).toBeVisible();
    await user.click(button("Save"));
    await screen.findByText("Settings saved.");
    expect(held.sent).toEqual([{ shortcuts: { items: ["license", "hosts"] }, recentlyUsed: { items: [] } }]);
  });

  it("restores the default", async () => {
    held.choice = ["keys", "license"];
    const { user } = await editing();
    await user.click(button("Restore Default"));
    expect(list("Shortcuts")).toEqual(["Virtual Host Names", "License"]);
    expect(list("Recently Used")).toEqual(["Virtual Host Names"]);
    expect(held.sent).toEqual([]);
  });

  it("has 11 slots", async () => {
    const many = Array.from({ length: 12 }, (_, index) => page(`p${index}`, `Page ${index}`));
    held.choice = many.slice(0, 11).map(({ id }) => id);
    server.use(
      http.get("*/pf-admin-ui/uiSettings", () =>
        HttpResponse.json({ navTree: [{ ...navTree[0], children: [...many, license].map(leaf) }], documentationUrls }),
      ),
      http.get(`${API}/user/shortcuts`, () => HttpResponse.json({ system: many })),
    );
    await renderInConsole(() => <Home />);
    await screen.findByRole("link", { name: "Page 0" });
    await userEvent.click(screen.getByRole("button", { name: "Edit shortcuts" }));
    await screen.findByText("All 11 shortcuts are in use. Remove one to add another.");
    expect(button("Add Page 11")).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(button("Remove Page 3"));
    await userEvent.click(button("Add Page 11"));
    expect(list("Shortcuts")).toHaveLength(11);
  });

  it("searches the pages", async () => {
    const { user } = await editing();
    await user.type(screen.getByRole("textbox", { name: "Search pages" }), "SIGNING");
    expect(screen.queryByRole("list", { name: "System" })).not.toBeInTheDocument();
    expect(list("Security")).toEqual(["Token Signing Keys"]);
    await user.type(screen.getByRole("textbox", { name: "Search pages" }), "x");
    expect(screen.getByText("No page matches “SIGNINGx”.")).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: "Show all pages" })[0] as HTMLElement);
    expect(list("System")).toHaveLength(2);
  });

  it.each(["Cancel", "Escape"])("changes nothing by %s", async (way) => {
    const { user } = await editing();
    await user.click(button("Remove License"));
    await user.click(button("Clear All"));
    await (way === "Escape" ? user.keyboard("{Escape}") : user.click(button(way)));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    expect(held.sent).toEqual([]);
    expect(bar()).toEqual(["License", "Virtual Host Names"]);
  });

  it("shows why the server refuses, and keeps the choice", async () => {
    server.use(
      http.put(`${API}/user/preferences/shortcuts`, () =>
        HttpResponse.json(
          {
            resultId: "validation_error",
            message: "x",
            validationErrors: [{ errorId: "unknown_page", message: "You may not.", fieldPath: "shortcuts.items[0]" }],
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = await editing();
    await user.click(button("Remove License"));
    await user.click(button("Save"));
    expect(await screen.findByText("You may not.")).toBeVisible();
    expect(list("Shortcuts")).toEqual(["Virtual Host Names"]);
  });

  it("is available to auditors", async () => {
    const { user } = await editing({ session: { ...administrator, auditor: true } });
    await user.click(button("Remove License"));
    await user.click(button("Save"));
    await screen.findByText("Settings saved.");
    expect(held.sent).toEqual([{ shortcuts: { items: ["hosts"] } }]);
  });
});
