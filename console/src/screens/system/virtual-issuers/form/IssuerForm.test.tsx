import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../../paths.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { issuer, serveIssuers } from "../../../../test/issuers/fakeServer.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import { EditIssuer, IssuerForm } from "./index.tsx";

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${name}`) });
const button = (name: string) => screen.getByRole("button", { name });
const LIST = "/system/oauth-settings/virtual-issuers";

async function adding() {
  const served = serveIssuers();
  return {
    served,
    user: userEvent.setup(),
    ...(await renderInConsole(() => <IssuerForm />, { page: paths.virtualIssuerAdd })),
  };
}

async function editing(session = administrator) {
  const served = serveIssuers(issuer("Bremen", { path: "/bank" }));
  const view = await renderInConsole(() => <EditIssuer id="bremen" />, { page: paths.virtualIssuerEdit, session });
  await screen.findByDisplayValue("Bremen");
  return { served, user: userEvent.setup(), ...view };
}

describe("a new virtual issuer", () => {
  it("requires a name and a host, and is sent without empty values", async () => {
    const { user, served, container, router } = await adding();
    expect(screen.getByRole("heading", { level: 1, name: "Add Virtual Issuer" })).toBeVisible();
    await user.type(field("Path"), "/bank");
    await user.click(button("Save"));
    expect(await screen.findAllByText("This field is required.")).toHaveLength(2);
    expect(field("Name")).toHaveFocus();
    expect(served.saves).toEqual([]);
    await expectAccessible(container);
    await user.type(field("Name"), " Bremen ");
    await user.type(field("Host"), "bremen.example");
    expect(screen.getByText("https://bremen.example/bank")).toBeVisible();
    await user.click(button("Save"));
    await waitFor(() => expect(router.state.location.pathname).toBe(LIST));
    expect(served.saves.map(({ method, body }) => [method, body])).toEqual([
      ["POST", { name: "Bremen", host: "bremen.example", path: "/bank" }],
    ]);
  });

  it("shows the server's errors at their fields, and those without a field above the form", async () => {
    const { user, served, container } = await adding();
    await user.type(field("Name"), "Bremen");
    await user.type(field("Host"), "x y");
    served.refuse = () =>
      HttpResponse.json(
        {
          resultId: "validation_error",
          message: "no",
          validationErrors: [
            { errorId: "a", fieldPath: "id", message: "This ID is already in use." },
            { errorId: "b", fieldPath: "host", message: "This must be a host name." },
            { errorId: "c", message: "Something else." },
          ],
        },
        { status: 422 },
      );
    await user.click(button("Save"));
    expect(await screen.findByText("Something else.")).toBeVisible();
    expect(field("ID")).toHaveAccessibleDescription("This ID is already in use.");
    expect(field("Host")).toHaveAccessibleDescription("This must be a host name.");
    await expectAccessible(container);
  });

  it("is discarded, and leaving asks about unsaved changes", async () => {
    const { user, router } = await adding();
    await user.type(field("Name"), "x");
    await user.click(screen.getByRole("link", { name: "To issuer list" }));
    await user.click(await screen.findByRole("button", { name: "Stay on the page" }));
    await user.click(button("Discard Changes"));
    await waitFor(() => expect(router.state.location.pathname).toBe(LIST));
  });
});

describe("a stored virtual issuer", () => {
  it("keeps its ID and is saved with its revision", async () => {
    const { user, served, container } = await editing();
    expect(field("ID")).toHaveAttribute("readonly");
    expect(button("Save")).toHaveAccessibleDescription("No changes yet.");
    await expectAccessible(container);
    await user.clear(field("Path"));
    await user.click(button("Save"));
    await waitFor(() => expect(served.saves).toHaveLength(1));
    expect(served.saves[0]).toEqual({
      method: "PUT",
      etag: '"7"',
      body: { id: "bremen", name: "Bremen", host: "bremen.example" },
    });
  });

  it("shows both sides after a concurrent save, and can continue with the other one", async () => {
    const { user, served } = await editing();
    await user.type(field("Name"), " 2");
    const current = issuer("Bremen", { path: "/theirs" });
    served.refuse = () =>
      HttpResponse.json({ resultId: "conflict", message: "x", current, revision: 9 }, { status: 409 });
    await user.click(button("Save"));
    const dialog = await screen.findByRole("dialog", { name: /Another administrator saved/ });
    expect(within(dialog).getByRole("cell", { name: "/theirs" })).toBeVisible();
    await user.click(within(dialog).getByRole("button", { name: "Discard my changes and load the stored version" }));
    await waitFor(() => expect(field("Path")).toHaveValue("/theirs"));
    await user.type(field("Name"), "!");
    await user.click(button("Save"));
    await waitFor(() => expect(served.saves.at(-1)?.etag).toBe('"9"'));
  });

  it("is read-only for an auditor", async () => {
    await editing({ ...administrator, auditor: true });
    expect(field("Host")).toBeDisabled();
    expect(screen.queryByRole("button", { name: /Save|Discard/ })).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "To issuer list" })).toBeVisible();
  });

  it("that does not exist is reported", async () => {
    serveIssuers();
    await renderInConsole(() => <EditIssuer id="gone" />, { page: paths.virtualIssuerEdit });
    expect(await screen.findByText("Not there.")).toBeVisible();
  });
});
