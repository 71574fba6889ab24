import { createMemoryHistory } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { manyScopes, refusal, type Served, scope, serveScopes } from "../../../test/scopes/fakeServer.ts";
import ScopeManagement from "./index.tsx";

async function opened(served: Served, { address = "/screen", auditor = false } = {}) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const session = { ...administrator, auditor };
  const view = await renderInConsole(() => <ScopeManagement />, { page: paths.scopes, history, session });
  return { user: userEvent.setup(), served, ...view };
}

const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const dialog = () => within(screen.getByRole("dialog"));

describe("scope management", () => {
  it("has five tabs, each with its own first page, search and order", async () => {
    const served = serveScopes({ commonScopes: manyScopes(45), exclusiveScopes: manyScopes(30) });
    const { user, router, container } = await opened(served);
    expect(await screen.findByText("scope-00020")).toBeVisible();
    expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
      "Common Scopes",
      "Common Scope Groups",
      "Exclusive Scopes",
      "Exclusive Scope Groups",
      "Default Scope",
    ]);
    await expectAccessible(container);
    await user.click(button("Name"));
    await waitFor(() => expect(names()[0]).toBe("scope-00045"));
    await user.type(screen.getByRole("textbox", { name: "Search by name or description" }), "scope-0003");
    await waitFor(() => expect(names()).toHaveLength(10));
    expect(served.asked.at(-1)?.query).toEqual({
      filter: "scope-0003",
      countUpTo: "1000",
      page: "1",
      numberPerPage: "20",
      sortOrder: "DESC",
    });
    await user.click(screen.getByRole("tab", { name: "Exclusive Scopes" }));
    expect(await screen.findByText("scope-00020")).toBeVisible();
    expect(served.asked.at(-1)).toEqual({
      collection: "exclusiveScopes",
      query: { page: "1", numberPerPage: "20", sortOrder: "ASC" },
    });
    expect(router.state.location.search).toEqual({ tab: "exclusiveScopes" });
  });

  it("shows the first five scopes of a group and the number of the rest", async () => {
    const members = manyScopes(7).map(({ name }) => name);
    const served = serveScopes({ commonScopeGroups: [{ name: "g", description: "G", scopes: members }] });
    await opened(served, { address: "/screen?tab=commonScopeGroups" });
    const cell = within(await screen.findByRole("cell", { name: /scope-00001/ }));
    expect(cell.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      ...members.slice(0, 5),
      "+2and 2 more, 7 in all",
    ]);
  });

  it("deletes after a question", async () => {
    const { user, served } = await opened(serveScopes({ commonScopes: [scope("a"), scope("b")] }));
    await user.click(await screen.findByRole("button", { name: "Delete a" }));
    served.collections.commonScopes = [scope("b")];
    await user.click(await dialog().findByRole("button", { name: "Delete" }));
    expect(await screen.findByText("a was deleted.")).toBeVisible();
    expect(served.sent).toEqual([{ method: "DELETE", place: "commonScopes/a", body: undefined, etag: null }]);
    await waitFor(() => expect(names()).toEqual(["b"]));
  });

  it("shows what uses a scope instead of deleting it", async () => {
    const { user, served } = await opened(serveScopes({ commonScopes: [scope("a")] }));
    const kind = "oauth/authServerSettings/scopes/commonScopeGroups";
    const groups = Array.from({ length: 11 }, (_, index) => ({
      type: "Common Scope Group",
      kind,
      id: `group-${index}`,
    }));
    const client = { type: "Client", kind: "oauth/clients", id: "shop", page: "/applications/oauth/clients/edit/shop" };
    // A reference that is removed with its target does not prevent the deletion and is not shown.
    const released = { type: "Client", kind: "oauth/clients", id: "other", released: true };
    served.users = [client, released, ...groups];
    await user.click(await screen.findByRole("button", { name: "Delete a" }));
    expect(await dialog().findByText(/This scope is in use and cannot be deleted\./)).toBeVisible();
    expect(dialog().getByRole("link", { name: "shop" })).toHaveAttribute("href", client.page);
    const lines = dialog().getAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      "shop Client",
      "group-0 Common Scope Group",
    ]);
    expect(dialog().getByText("and 2 more")).toBeVisible();
    expect(dialog().queryByRole("button", { name: "Delete" })).not.toBeInTheDocument();
  });

  it.each([
    [refusal("The server says why."), "The server says why."],
    [() => HttpResponse.json({ message: "" }, { status: 422 }), "This scope is in use and cannot be deleted."],
    [
      () => new HttpResponse(null, { status: 500, statusText: "Internal Server Error" }),
      "This scope is in use and cannot be deleted.",
    ],
  ])("shows why a deletion was refused", async (refuse, message) => {
    const { user, served } = await opened(serveScopes({ commonScopes: [scope("a")] }));
    await user.click(await screen.findByRole("button", { name: "Delete a" }));
    served.refuse = refuse;
    await user.click(await dialog().findByRole("button", { name: "Delete" }));
    expect(await dialog().findByText(message)).toBeVisible();
  });

  it("saves the default scope without changing other settings", async () => {
    const { user, served, container } = await opened(serveScopes(), { address: "/screen?tab=defaultScope" });
    const field = await screen.findByLabelText("Default scope description");
    expect(field).toHaveValue("Basic access");
    await user.clear(field);
    await user.type(field, "Everything");
    await expectAccessible(container);
    // The typed text is still there after switching to another tab and back.
    await user.click(screen.getByRole("tab", { name: "Common Scopes" }));
    await user.click(screen.getByRole("tab", { name: "Default Scope" }));
    expect(screen.getByLabelText("Default scope description")).toHaveValue("Everything");
    await user.click(button("Save"));
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(served.sent).toEqual([
      {
        method: "PUT",
        place: "settings",
        body: { defaultScopeDescription: "Everything", refreshTokenLength: 42 },
        etag: '"7"',
      },
    ]);
  });

  it("shows auditors everything, read-only", async () => {
    const served = serveScopes({ commonScopes: [scope("a")] });
    const { user, container } = await opened(served, { auditor: true });
    expect(await screen.findByRole("link", { name: "a" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Add Common Scope" })).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /^(Edit|Delete)/ })).not.toBeInTheDocument();
    await expectAccessible(container);
    await user.click(screen.getByRole("tab", { name: "Default Scope" }));
    expect(await screen.findByLabelText("Default scope description")).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Save" })).not.toBeInTheDocument();
  });
});
