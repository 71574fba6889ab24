import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { useUnsaved } from "../../platform/forms/unsaved.ts";
import { expectAccessible } from "../../test/axe.ts";
import { renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { AccountMenu } from "../AccountMenu.tsx";

const sent = vi.fn();

beforeEach(() => {
  sent.mockReset();
  server.use(
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.post("*/pf-admin-api/v1/administrativeAccounts/changePassword", async ({ request }) => {
      const body = (await request.json()) as { currentPassword: string };
      sent(body);
      if (body.currentPassword === "Right-1234") return HttpResponse.json({});
      const wrong = {
        errorId: "wrong_password",
        fieldPath: "currentPassword",
        message: "The current password is wrong.",
      };
      return HttpResponse.json(
        { resultId: "validation_error", message: "no", validationErrors: [wrong] },
        { status: 422 },
      );
    }),
  );
});

/** The menu, and the state of unsaved changes as other code sees it before it replaces the page. */
function Menu() {
  return (
    <>
      <AccountMenu />
      <output>{useUnsaved() ? "unsaved" : "nothing to lose"}</output>
    </>
  );
}

async function opened() {
  await renderInConsole(Menu);
  await userEvent.click(screen.getByRole("button", { name: "Account" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Change Password" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change Password" }));
  const field = (label: string) => dialog.getByLabelText(new RegExp(`^${label}`));
  return { dialog, field, change: () => userEvent.click(dialog.getByRole("button", { name: "Change Password" })) };
}

it("requires all fields and the new password twice before anything is sent", async () => {
  const { dialog, field, change } = await opened();
  await waitFor(() => expect(field("Current Password")).toHaveFocus());
  await change();
  expect(await dialog.findAllByText("This field is required.")).toHaveLength(2);
  await userEvent.type(field("Current Password"), "Right-1234");
  await userEvent.type(field("New Password"), "Newer-1234");
  await userEvent.type(field("Confirm New Password"), "Newer-4321");
  await change();
  expect(await dialog.findByText("The passwords do not match.")).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
  await expectAccessible(screen.getByRole("dialog"));
});

it("shows the server's errors at their fields, and closes after the change", async () => {
  const { dialog, field, change } = await opened();
  await userEvent.type(field("Current Password"), "Wrong-1234");
  await userEvent.type(field("New Password"), "Newer-1234");
  await userEvent.type(field("Confirm New Password"), "Newer-1234");
  await change();
  expect(await dialog.findByText("The current password is wrong.")).toBeVisible();
  await userEvent.clear(field("Current Password"));
  await userEvent.type(field("Current Password"), "Right-1234");
  await change();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toHaveBeenLastCalledWith({ currentPassword: "Right-1234", newPassword: "Newer-1234" });
});

it("has unsaved changes while a password is entered", async () => {
  const { field } = await opened();
  expect(await screen.findByText("nothing to lose")).toBeInTheDocument();
  await userEvent.type(field("Current Password"), "a");
  expect(await screen.findByText("unsaved")).toBeInTheDocument();
  await userEvent.clear(field("Current Password"));
  expect(await screen.findByText("nothing to lose")).toBeInTheDocument();
  await userEvent.type(field("New Password"), "b");
  expect(await screen.findByText("unsaved")).toBeInTheDocument();
  // After Cancel, it has no unsaved changes.
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("nothing to lose")).toBeInTheDocument();
});
