import { createMemoryHistory } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "../../../../paths.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import {
  dynamicScope,
  manyScopes,
  refusal,
  type Served,
  scope,
  serveScopes,
} from "../../../../test/scopes/fakeServer.ts";
import ScopeFormScreen from "./index.tsx";

// The test DOM has no layout, and invisible rows are not rendered: these are the sizes that the lists read.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
});

async function opened(served: Served, search: string, auditor = false) {
  const history = createMemoryHistory({ initialEntries: [`/screen?${search}`] });
  const session = { ...administrator, auditor };
  const view = await renderInConsole(() => <ScopeFormScreen />, { page: paths.scopeAdd, history, session });
  return { user: userEvent.setup(), served, ...view };
}

const field = (name: string) => screen.getByRole("textbox", { name });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const list = (name: string) => within(screen.getByRole("region", { name }));
const rows = (name: string) =>
  list(name)
    .queryAllByRole("listitem")
    .map((row) => row.dataset.row);

const group = (name: string, ...scopes: string[]) => ({ name, description: `About ${name}`, scopes });
const GROUPS = "tab=commonScopeGroups";

describe("the form of a scope", () => {
  it("shows required fields, and saves", async () => {
    const { user, served, router, container } = await opened(serveScopes(), "tab=exclusiveScopes&page=2");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "payment:*");
    await user.click(button("Save"));
    expect(field("Description")).toHaveAccessibleDescription("This field is required.");
    expect(field("Description")).toHaveFocus();
    expect(button("Save")).toHaveAccessibleDescription("Correct the marked fields.");
    await expectAccessible(container);
    await user.type(field("Description"), "Make one payment");
    await user.click(screen.getByRole("checkbox", { name: "Dynamic Scope" }));
    await user.click(button("Save"));
    await waitFor(() => expect(served.sent).toHaveLength(1));
    expect(served.sent[0]).toMatchObject({
      place: "exclusiveScopes",
      body: { name: "payment:*", description: "Make one payment", dynamic: true },
    });
    // Returns to the previous list.
    await waitFor(() => expect(router.state.location.pathname).toBe("/system/oauth-settings/scope-management"));
    expect(router.state.location.search).toEqual({ tab: "exclusiveScopes", page: 2 });
  });

  it("is left by Cancel at once, and asks about unsaved changes", async () => {
    const { user, router } = await opened(serveScopes(), "tab=exclusiveScopes&page=2");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "p");
    await user.click(button("Cancel"));
    await user.click(await screen.findByRole("button", { name: "Stay on the page" }));
    expect(field("Name")).toHaveValue("p");
    await user.clear(field("Name"));
    await user.click(button("Cancel"));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: "exclusiveScopes", page: 2 }));
    expect(router.state.location.pathname).toBe("/system/oauth-settings/scope-management");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("shows the server's errors at their fields, and the others above the form", async () => {
    const { user, served } = await opened(serveScopes(), "tab=commonScopes");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "a");
    await user.type(field("Description"), "A");
    const taken = { fieldPath: "name", message: "This name is already in use." };
    served.refuse = refusal("Refused.", taken, { fieldPath: "color", message: "There is no color." });
    await user.click(button("Save"));
    expect(await screen.findByText("There is no color.")).toBeVisible();
    expect(field("Name")).toHaveAccessibleDescription("This name is already in use.");
    await user.type(field("Name"), "b");
    expect(field("Name")).toHaveAccessibleDescription(/Printable ASCII/);
  });

  it("keeps the name and sends the revision that was read", async () => {
    const { user, served } = await opened(serveScopes({ commonScopes: [scope("https://a/b")] }), "name=https://a/b");
    expect(await screen.findByRole("textbox", { name: "Name" })).toHaveAttribute("readonly");
    await user.type(field("Description"), " and more");
    await user.click(button("Save"));
    await waitFor(() => expect(served.sent).toHaveLength(1));
    expect(served.sent[0]).toMatchObject({ place: "commonScopes/https://a/b", etag: '"7"' });
  });
});

describe("the picker of a group", () => {
  it("moves scopes by buttons, announces it, and saves them", async () => {
    const served = serveScopes({ commonScopes: ["a", "b", "c"].map(scope), commonScopeGroups: [group("g", "b")] });
    const { user, container } = await opened(served, `${GROUPS}&name=g`);
    await user.click(await screen.findByRole("button", { name: "Add c" }));
    expect(rows("Selected Scopes")).toEqual(["b", "c"]);
    expect(rows("Available Scopes")).toEqual(["a"]);
    expect(list("Available Scopes").getByText("1")).toBeVisible();
    expect(screen.getByText("c was added. 2 scopes are selected.")).toBeInTheDocument();
    await expectAccessible(container);
    await user.click(button("Remove b"));
    expect(rows("Available Scopes")).toEqual(["a", "b"]);
    expect(button("Remove c")).toHaveFocus();
    await user.click(button("Save"));
    await waitFor(() => expect(served.sent).toHaveLength(1));
    expect(served.sent[0]?.body).toEqual({ name: "g", description: "About g", scopes: ["c"] });
    const choices = served.asked.filter(({ collection }) => collection === "commonScopes");
    expect(choices[0]?.query).toMatchObject({ page: "1", numberPerPage: "20", includeDefaultOpenId: "true" });
  });

  it("shows the number of offered scopes, which include no dynamic ones", async () => {
    const scopes = [...manyScopes(40), dynamicScope("pay:*")];
    const served = serveScopes({ exclusiveScopes: scopes });
    await opened(served, "tab=exclusiveScopeGroups");
    await screen.findByRole("button", { name: "Add scope-00001" });
    expect(list("Available Scopes").getByText("40")).toBeVisible();
    expect(served.asked[0]?.query).toMatchObject({ page: "1", includeDefaultOpenId: "false" });
  });

  it("requires at least one scope, and names the one with an error", async () => {
    const served = serveScopes({ exclusiveScopes: [scope("a")] });
    const { user } = await opened(served, "tab=exclusiveScopeGroups");
    await user.type(await screen.findByRole("textbox", { name: "Name" }), "g");
    await user.type(field("Description"), "G");
    await user.click(button("Save"));
    expect(screen.getByRole("group", { name: "Scopes of the group" })).toHaveAccessibleDescription(
      "Choose at least one scope.",
    );
    await user.click(await screen.findByRole("button", { name: "Add a" }));
    served.refuse = refusal("Refused.", { fieldPath: "scopes[0]", message: "It is dynamic." });
    await user.click(button("Save"));
    expect(await screen.findByText("Scopes: a: It is dynamic.")).toBeVisible();
  });

  it("renders few of many scopes, and scrolls by keyboard", async () => {
    const served = serveScopes({ commonScopes: manyScopes(3000) });
    const { user } = await opened(served, GROUPS);
    await screen.findByRole("button", { name: "Add scope-00001" });
    expect(rows("Available Scopes").length).toBeLessThan(30);
    expect(list("Available Scopes").getByText("3,000")).toBeVisible();
    const pages = served.asked.filter(({ query }) => query.numberPerPage === "20");
    expect(pages.map(({ query }) => query.page)).toEqual(["1"]);
    button("Add scope-00001").focus();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(button("Add scope-00003")).toHaveFocus();
    await user.keyboard("{Enter}");
    // The focus moves to the row that takes its place.
    expect(button("Add scope-00004")).toHaveFocus();
    expect(
      screen.getAllByRole("button", { name: /^(Add|Drag) scope/ }).filter((one) => one.tabIndex === 0),
    ).toHaveLength(3);
  });

  it("searches on the server, and filters the selection locally", async () => {
    const served = serveScopes({ commonScopes: manyScopes(50), commonScopeGroups: [group("g", "x-1", "x-2")] });
    const { user } = await opened(served, `${GROUPS}&name=g`);
    await user.type(await screen.findByRole("textbox", { name: "Search available scopes" }), "scope-0004");
    await waitFor(() => expect(rows("Available Scopes")[0]).toBe("scope-00040"));
    expect(served.asked.at(-1)?.query).toMatchObject({ filter: "scope-0004" });
    await user.type(field("Search selected scopes"), "2");
    await waitFor(() => expect(rows("Selected Scopes")).toEqual(["x-2"]));
    await user.type(field("Search available scopes"), "nowhere");
    expect(await screen.findByText("No results for “scope-0004nowhere”.")).toBeVisible();
  });

  it("shows auditors the scopes of the group read-only", async () => {
    const served = serveScopes({ commonScopes: [scope("a")], commonScopeGroups: [group("g", "a")] });
    const { container } = await opened(served, `${GROUPS}&name=g`, true);
    await waitFor(() => expect(rows("Selected Scopes")).toEqual(["a"]));
    expect(screen.queryByRole("region", { name: "Available Scopes" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /a$/ })).not.toBeInTheDocument();
    expect(field("Description")).toBeDisabled();
    await expectAccessible(container);
  });
});
