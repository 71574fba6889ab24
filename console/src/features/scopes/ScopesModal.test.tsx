import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { administrator, renderInConsole } from "../../test/render.tsx";
import { scope, serveScopes } from "../../test/scopes/fakeServer.ts";
import { ScopesModal } from "./ScopesModal.tsx";

// The test DOM has no layout, and invisible rows are not rendered: these are the sizes that the lists read.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
});

const shown = {
  kind: "showScopes",
  description: "What the client may ask for",
  scopeType: "commonScope",
  selectedScopes: { commonScope: ["contact", "mail"], other: ["pay"] },
  selectedGroups: ["contact"],
  isIncludeScopeGroups: false,
} as const;

async function open({ auditor = false } = {}) {
  serveScopes({
    commonScopes: [scope("mail"), scope("phone")],
    commonScopeGroups: [scope("contact"), scope("travel")],
    exclusiveScopes: [scope("pay"), scope("ship")],
    exclusiveScopeGroups: [],
  });
  const [onDone, onCancel] = [vi.fn(), vi.fn()];
  await renderInConsole(
    () => (
      <ScopesModal
        shown={{
          ...shown,
          selectedScopes: {
            commonScope: [...shown.selectedScopes.commonScope],
            other: [...shown.selectedScopes.other],
          },
          selectedGroups: [...shown.selectedGroups],
        }}
        onDone={onDone}
        onCancel={onCancel}
      />
    ),
    { session: { ...administrator, auditor } },
  );
  const dialog = await screen.findByRole("dialog", { name: "Scopes Selection" });
  return { dialog, onDone, onCancel, user: userEvent.setup() };
}

it("adds scopes to those selected, and scope groups when they are included", async () => {
  const { dialog, onDone, user } = await open();
  expect(within(dialog).getByText("What the client may ask for")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Add phone" }));
  expect(screen.queryByRole("button", { name: "Add travel" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("checkbox", { name: "Include scope groups" }));
  await user.click(await screen.findByRole("button", { name: "Add travel" }));
  await expectAccessible(dialog);
  await user.click(screen.getByRole("button", { name: "Done" }));
  const commonScope = ["contact", "mail", "phone", "travel"];
  expect(onDone.mock.calls).toEqual([[{ scopeType: "commonScope", selectedScopes: { commonScope, other: ["pay"] } }]]);
});

it("returns the selected scopes of both types, whichever was shown last", async () => {
  const { onDone, user } = await open();
  await user.click(await screen.findByRole("button", { name: "Add phone" }));
  await user.click(screen.getByRole("radio", { name: "Other scopes" }));
  expect(await screen.findByRole("button", { name: "Remove pay" })).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Add ship" }));
  await user.click(screen.getByRole("button", { name: "Done" }));
  const selectedScopes = { commonScope: ["contact", "mail", "phone"], other: ["pay", "ship"] };
  expect(onDone.mock.calls).toEqual([[{ scopeType: "other", selectedScopes }]]);
});

it("labels scope groups, including newly added ones", async () => {
  const { user } = await open();
  const selected = screen.getByRole("region", { name: "Selected Scopes" });
  expect(within(selected).getAllByText("Scope group")).toHaveLength(1);
  await user.click(screen.getByRole("checkbox", { name: "Include scope groups" }));
  await user.click(await screen.findByRole("button", { name: "Add travel" }));
  expect(within(selected).getAllByText("Scope group")).toHaveLength(2);
});

it("submits nothing on Cancel", async () => {
  const { onDone, onCancel, user } = await open();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect([onDone.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
});

it("shows auditors the selection of both types with descriptions, read-only", async () => {
  const { dialog, user } = await open({ auditor: true });
  expect(within(dialog).getByText(/^What the client may ask for/)).toBeVisible();
  expect(within(dialog).getByText("mail")).toBeVisible();
  await user.click(within(dialog).getByRole("radio", { name: "Other scopes" }));
  expect(within(dialog).getByText("pay")).toBeVisible();
  expect(within(dialog).queryByRole("checkbox")).not.toBeInTheDocument();
  const buttons = within(dialog).getAllByRole("button");
  expect(buttons.map((one) => one.getAttribute("aria-label") ?? one.textContent)).toEqual(["Close", "Cancel"]);
});
