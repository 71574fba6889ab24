import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { NavItem } from "../../platform/api/session.ts";
import { expectAccessible } from "../../test/axe.ts";
import { renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { SearchButton } from "./SearchButton.tsx";

const node = { react: true, children: [] };
const leaf = (label: string, path: string): NavItem => ({ ...node, id: label, label, level: "LEAF", path });
const tree: NavItem[] = [
  { ...node, id: "security", label: "Security", level: "PRIMARY", children: [leaf("Trusted CAs", "/screen")] },
  {
    ...node,
    id: "system",
    label: "System",
    level: "PRIMARY",
    children: [leaf("Virtual Host Names", "/nowhere"), leaf("Other Place", "/other")],
  },
];

async function opened(keys = "{Control>}k{/Control}") {
  const view = await renderInConsole(() => <SearchButton tree={tree} />);
  const user = userEvent.setup();
  await user.keyboard(keys);
  const field = await screen.findByRole("combobox", { name: "Search the console" });
  await waitFor(() => expect(field).toHaveFocus());
  return { user, field, ...view };
}

const selected = () => screen.getByRole("option", { selected: true }).textContent;

const SEARCH = "*/pf-admin-ui/search";
let asked: (string | null)[];

/** The server returns these results for every query. */
function serve(items: object[]) {
  server.use(
    http.get(SEARCH, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("filter"));
      return HttpResponse.json({ items });
    }),
  );
}

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  asked = [];
  serve([]);
});

describe("the search", () => {
  it.each(["{Control>}k{/Control}", "{Meta>}k{/Meta}", "{Control>}K{/Control}"])("opens with %s", async (keys) => {
    const { baseElement } = await opened(keys);
    const groups = screen.getAllByRole("group").map((group) => [
      group.getAttribute("aria-labelledby") &&
        document.getElementById(group.getAttribute("aria-labelledby") ?? "")?.textContent,
      ...within(group)
        .getAllByRole("option")
        .map((option) => option.textContent),
    ]);
    expect(groups).toEqual([
      ["Security", "Trusted CAs"],
      ["System", "Virtual Host Names", "Other Place"],
    ]);
    await expectAccessible(baseElement);
  });

  it("moves through the pages of all areas with the arrow keys, in a circle", async () => {
    const { user, field } = await opened();
    expect(selected()).toBe("Trusted CAs");
    await user.keyboard("{ArrowDown}");
    expect(selected()).toBe("Virtual Host Names");
    expect(field).toHaveAttribute("aria-activedescendant", screen.getByRole("option", { selected: true }).id);
    await user.keyboard("{ArrowUp}{ArrowUp}");
    expect(selected()).toBe("Other Place");
    await user.keyboard("{ArrowDown}");
    expect(selected()).toBe("Trusted CAs");
  });

  it("accepts letters while the focus is on the dialog and not in its field", async () => {
    const { user, field } = await opened();
    const box = field.closest<HTMLElement>(".hanse-search");
    box?.setAttribute("tabindex", "-1");
    box?.focus();
    await user.keyboard("ot");
    await waitFor(() => expect(field).toHaveValue("ot"));
  });

  it("opens the page chosen with Enter", async () => {
    const { user, router } = await opened();
    await user.keyboard("oth{Enter}");
    expect(await screen.findByRole("heading", { name: "Other" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/other");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("opens the clicked page", async () => {
    const { user, router } = await opened();
    await user.click(screen.getByRole("option", { name: "Other Place" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/other"));
  });

  it("finds and opens configured items below the pages", async () => {
    const hits = [
      { id: "t1", label: "Other Issuer", detail: "t1", path: "/other?tab=second" },
      { id: "other", label: "other", path: "/nowhere" },
    ];
    serve([{ kind: "oauth/issuers", title: "Virtual Issuers", hasMore: true, items: hits }]);
    const { user, router, baseElement } = await opened();
    await user.keyboard("other");
    expect(await screen.findByRole("group", { name: "Virtual Issuers, the first 2" })).toBeVisible();
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Other Place",
      "Other Issuert1",
      "other",
    ]);
    expect(asked.at(-1)).toBe("other");
    await expectAccessible(baseElement);
    await user.keyboard("{ArrowDown}{Enter}");
    expect(await screen.findByRole("heading", { name: "Other" })).toBeVisible();
    expect(router.state.location.href).toBe("/other?tab=second");
  });

  it("sends no request for an empty text or one character", async () => {
    const { user } = await opened();
    await user.keyboard(" z ");
    expect(screen.getByRole("status")).toHaveTextContent("No results");
    expect(asked).toEqual([]);
  });

  it("finds pages while the server does not answer", async () => {
    server.use(http.get(SEARCH, () => HttpResponse.error()));
    const { user } = await opened();
    await user.keyboard("other");
    expect(await screen.findByRole("alert", undefined, { timeout: 10_000 })).toHaveTextContent("could not be searched");
    expect(screen.getByRole("option", { name: "Other Place" })).toBeVisible();
  });

  it("reports that nothing was found, and clears", async () => {
    const { user, field, baseElement } = await opened();
    await user.keyboard("zebra{Enter}");
    await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("No results"));
    expect(screen.getByText(/Nothing that you have access to matches/)).toHaveTextContent("zebra");
    expect(screen.queryByRole("option")).not.toBeInTheDocument();
    await expectAccessible(baseElement);
    await user.click(screen.getByRole("button", { name: "Clear the search" }));
    expect(field).toHaveFocus();
    expect(screen.getByRole("status")).toHaveTextContent("3 results");
  });

  it("closes with Escape and returns the focus", async () => {
    await renderInConsole(() => <SearchButton tree={tree} />);
    const button = screen.getByRole("button", { name: "Search" });
    const user = userEvent.setup();
    await user.click(button);
    await screen.findByRole("combobox");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("combobox")).not.toBeInTheDocument());
    expect(button).toHaveFocus();
  });

  it("keeps text typed before the dialog is open", async () => {
    await renderInConsole(() => <SearchButton tree={tree} />);
    // Without a pause between the keys.
    await userEvent.setup({ delay: null }).keyboard("{Control>}k{/Control}vix{Backspace}r");
    const field = await screen.findByRole("combobox", { name: "Search the console" });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue("vir");
    expect(selected()).toBe("Virtual Host Names");
  });

  it("returns the focus to the field from which it was opened", async () => {
    await renderInConsole(() => (
      <>
        <SearchButton tree={tree} />
        <input aria-label="Name" />
      </>
    ));
    const user = userEvent.setup();
    await user.click(screen.getByRole("textbox", { name: "Name" }));
    await user.keyboard("{Control>}k{/Control}");
    await waitFor(() => expect(screen.getByRole("combobox")).toHaveFocus());
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus());
  });

  it("does not open over another dialog", async () => {
    await renderInConsole(() => (
      <>
        <SearchButton tree={tree} />
        <div role="dialog" aria-modal="true" aria-label="Question" />
      </>
    ));
    await userEvent.keyboard("{Control>}k{/Control}");
    expect(screen.queryByRole("combobox")).not.toBeInTheDocument();
  });
});
