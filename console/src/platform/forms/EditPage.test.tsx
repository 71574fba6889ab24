import { createBrowserHistory } from "@tanstack/react-router";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { ComponentProps } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "../../paths.ts";
import { expectAccessible } from "../../test/axe.ts";
import { administrator, renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { ApiError } from "../api/errors.ts";
import { EditPage } from "./EditPage.tsx";

type Props = ComponentProps<typeof EditPage>;

const ready: Props = {
  title: "Things",
  description: "What things are for.",
  loading: { kind: "loaded" },
  dirty: true,
  saving: false,
  disabledReason: undefined,
  error: undefined,
  onSave: vi.fn(),
  onCancel: vi.fn(),
  children: (
    <label>
      Name <input />
    </label>
  ),
};

const auditor = { ...administrator, auditor: true };
const keyAdministrator = { ...administrator, roles: new Set(["CRYPTO_ADMINISTRATOR"]) };

function page(changes: Partial<Props> = {}, session = administrator) {
  return renderInConsole(() => <EditPage {...ready} {...changes} />, { page: paths.virtualHostNames, session });
}

beforeEach(() => {
  vi.mocked(ready.onSave).mockReset();
  server.use(http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })));
});

describe("the form shell", () => {
  it("saves changes, by Enter too", async () => {
    const { container } = await page();
    await expectAccessible(container);
    await userEvent.type(screen.getByLabelText("Name"), "x{Enter}");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(ready.onSave).toHaveBeenCalledTimes(2);
  });

  it.each<[string, Partial<Props>]>([
    ["No changes yet.", { dirty: false }],
    ["Saving changes.", { saving: true }],
    ["Two names are the same.", { disabledReason: "Two names are the same." }],
  ])("says '%s' and does not save", async (reason, changes) => {
    await page(changes);
    const save = screen.getByRole("button", { name: /Save/ });
    expect(save).toHaveAttribute("aria-disabled", "true");
    expect(save).toHaveAccessibleDescription(reason);
    await userEvent.click(save);
    await userEvent.type(screen.getByLabelText("Name"), "{Enter}");
    expect(ready.onSave).not.toHaveBeenCalled();
  });

  it.each([
    ["As an auditor, you can view this page but cannot change it.", auditor],
    ["Your account can view this page but not change it. Changes require the role administrator.", keyAdministrator],
  ] as const)("shows '%s', without Save or Cancel", async (reason, session) => {
    await page({}, session);
    expect(screen.getByText(reason)).toBeVisible();
    expect(screen.getByLabelText("Name")).toBeDisabled();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("shows the errors of a failed save with the focus and the request ID", async () => {
    const validationErrors = [{ errorId: "x", message: "Too long." }];
    await page({
      error: new ApiError({
        status: 422,
        resultId: "validation_error",
        message: "M",
        validationErrors,
        requestId: "r5",
      }),
    });
    expect(screen.getByRole("alert")).toHaveFocus();
    expect(screen.getByRole("alert")).toHaveTextContent(/Too long\..*r5/);
  });

  it("offers to load again after a failure", async () => {
    const onRetry = vi.fn();
    const error = new ApiError({ status: 500, resultId: "x", message: "Away." });
    await page({ loading: { kind: "failed", error, onRetry }, dirty: false });
    expect(screen.getByRole("alert")).toHaveTextContent("Away.");
    await userEvent.click(screen.getByRole("button", { name: "Load again" }));
    expect(onRetry).toHaveBeenCalled();
  });

  it("shows its title while loading, and no form", async () => {
    const { container } = await page({ loading: { kind: "loading", fields: 3 }, dirty: false });
    expect(screen.getByRole("heading", { level: 1, name: "Things" })).toBeVisible();
    expect(screen.queryByLabelText("Name")).not.toBeInTheDocument();
    await expectAccessible(container);
  });
});

describe("unsaved changes", () => {
  async function leaving(changes: Partial<Props>, session = administrator) {
    const { router } = await page(changes, session);
    router.history.push("/other");
    return router;
  }

  it("ask, and stay", async () => {
    const router = await leaving({});
    const stay = await screen.findByRole("button", { name: "Stay on the page" });
    await expectAccessible(screen.getByRole("dialog"));
    await userEvent.click(stay);
    expect(router.state.location.pathname).toBe("/screen");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("ask, and are discarded", async () => {
    await leaving({});
    await userEvent.click(await screen.findByRole("button", { name: "Leave without saving" }));
    expect(await screen.findByRole("heading", { name: "Other" })).toBeVisible();
  });

  it.each([
    ["nothing changed", { dirty: false }, administrator],
    ["nobody may change it", {}, auditor],
  ])("do not ask when %s", async (_, changes, session) => {
    await leaving(changes, session);
    expect(await screen.findByRole("heading", { name: "Other" })).toBeVisible();
  });

  it("make the browser ask before the tab closes", async () => {
    window.history.replaceState(null, "", "/screen");
    const history = createBrowserHistory();
    await renderInConsole(() => <EditPage {...ready} />, { page: paths.virtualHostNames, history });
    const event = new Event("beforeunload", { cancelable: true });
    await waitFor(() => {
      window.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
    });
    history.destroy();
  });
});
