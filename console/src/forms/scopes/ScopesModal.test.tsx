import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { expectAccessible } from "../../test/axe.ts";
import { administrator, renderInConsole } from "../../test/render.tsx";
import { scope, serveScopes } from "../../test/scopes/fakeServer.ts";
import { ScopesModal } from "./ScopesModal.tsx";

// Nothing is laid out here, and rows that nobody sees are not on the page: this is what the lists see of themselves.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
});

const shown = {
  kind: "showScopes",
  description: "What the client may ask for",
  scopeType: "commonScope",
  selectedScopes: ["mail"],
  isIncludeScopeGroups: false,
} as const;

async function open({ auditor = false } = {}) {
  serveScopes({
    commonScopes: [scope("mail"), scope("phone")],
    commonScopeGroups: [scope("contact")],
    exclusiveScopes: [scope("pay")],
    exclusiveScopeGroups: [],
  });
  const [onDone, onCancel] = [vi.fn(), vi.fn()];
  await renderInConsole(
    () => (
      <ScopesModal
        shown={{ ...shown, selectedScopes: [...shown.selectedScopes] }}
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
  expect(screen.queryByRole("button", { name: "Add contact" })).not.toBeInTheDocument();
  await user.click(screen.getByRole("checkbox", { name: "Include scope groups" }));
  await user.click(await screen.findByRole("button", { name: "Add contact" }));
  await expectAccessible(dialog);
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(onDone.mock.calls).toEqual([[{ scopeType: "commonScope", selectedScopes: ["contact", "mail", "phone"] }]]);
});

it("selects among the other scopes, and loses nothing by a look at them", async () => {
  const { onDone, user } = await open();
  await user.click(screen.getByRole("radio", { name: "Other scopes" }));
  await user.click(await screen.findByRole("button", { name: "Add pay" }));
  await user.click(screen.getByRole("radio", { name: "Common scopes" }));
  expect(await screen.findByRole("button", { name: "Remove mail" })).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Other scopes" }));
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(onDone.mock.calls).toEqual([[{ scopeType: "other", selectedScopes: ["pay"] }]]);
});

it("submits nothing on Cancel", async () => {
  const { onDone, onCancel, user } = await open();
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect([onDone.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
});

it("shows auditors what is selected and lets them change nothing", async () => {
  const { dialog } = await open({ auditor: true });
  expect(within(dialog).getByText("mail")).toBeVisible();
  for (const radio of within(dialog).getAllByRole("radio")) expect(radio).toBeDisabled();
  expect(within(dialog).queryByRole("checkbox")).not.toBeInTheDocument();
  const buttons = within(dialog).getAllByRole("button");
  expect(buttons.map((one) => one.getAttribute("aria-label") ?? one.textContent)).toEqual([
    "Close",
    "Search",
    "Cancel",
  ]);
});
