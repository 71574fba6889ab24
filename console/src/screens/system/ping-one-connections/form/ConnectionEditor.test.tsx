import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../../paths.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { type Answers, connection, refusal, serveConnections } from "../../../../test/ping-one/fakeServer.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import { credentialOf } from "../../../../test/wizard/fakeServer.ts";
import { connectionQuery } from "../api.ts";
import { ConnectionEditor, EditConnection } from "./index.tsx";

const CREDENTIAL = credentialOf("Kontor GmbH");
const UNCHECKED = "The credential could not be checked. The cloud service did not answer in time.";

async function adding(answers: Answers = {}, session = administrator) {
  const served = serveConnections([], answers);
  const view = await renderInConsole(() => <ConnectionEditor />, { page: paths.pingOneConnectionAdd, session });
  return { user: userEvent.setup(), served, ...view };
}

async function editing(answers: Answers = {}) {
  const served = serveConnections([connection()], answers);
  const view = await renderInConsole(() => <EditConnection id={connection().id} />, {
    page: paths.pingOneConnectionEdit,
  });
  await screen.findByDisplayValue(connection().name ?? "");
  return { user: userEvent.setup(), served, ...view };
}

const credential = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Credential/ });
const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: /^Connection Name/ });
const save = () => screen.getByRole("button", { name: "Save" });
const path = ({ router }: Awaited<ReturnType<typeof adding>>) => router.state.location.pathname;

describe("a new connection", () => {
  it("gets the name of its organization, is saved as active, and leads back to the list", async () => {
    const view = await adding();
    const { user, served, container } = view;
    expect(screen.getByRole("heading", { name: "Connect To PingOne" })).toBeVisible();
    await expectAccessible(container);
    await user.click(credential());
    await user.paste(`${CREDENTIAL}\n`);
    expect(name()).toHaveValue("Kontor GmbH");
    expect(credential()).toHaveAccessibleDescription(/This credential belongs to the organization Kontor GmbH/);
    await expectAccessible(container);
    await user.click(save());
    await waitFor(() => expect(path(view)).toBe("/system/external-systems/pingone-connections"));
    expect(served.saves.map(({ body }) => body)).toEqual([
      { name: "Kontor GmbH", description: null, active: true, credential: CREDENTIAL },
    ]);
    expect(served.saves[0]?.headers.get("X-BypassExternalValidation")).toBeNull();
  });

  it("is not sent without required values", async () => {
    const { user, served, container } = await adding();
    await user.type(screen.getByRole("textbox", { name: "Description" }), "x");
    await user.click(save());
    expect(credential()).toHaveFocus();
    expect(credential()).toHaveAccessibleDescription(/This field is required/);
    expect(name()).toHaveAccessibleDescription(/This field is required/);
    expect(save()).toHaveAccessibleDescription("Enter the missing values.");
    await expectAccessible(container);
    await user.paste(CREDENTIAL);
    expect(name()).toBeValid();
    await user.click(save());
    await waitFor(() => expect(served.saves).toHaveLength(1));
  });

  it("shows the server's errors at their fields, and the others above the form", async () => {
    const { user, container } = await adding({
      save: () => refusal(["credential", "It was revoked."], ["name", "This name is already in use."], ["x", "Else."]),
    });
    await user.click(credential());
    await user.paste(CREDENTIAL);
    await user.click(save());
    expect(await screen.findByText("Credential: It was revoked.")).toBeVisible();
    expect(screen.getByText("Connection Name: This name is already in use.")).toBeVisible();
    expect(screen.getByText("Else.")).toBeVisible();
    expect(credential()).toHaveAccessibleDescription(/It was revoked/);
    expect(name()).toBeInvalid();
    expect(screen.queryByRole("button", { name: "Save without verification" })).not.toBeInTheDocument();
    await expectAccessible(container);
    await user.type(name(), "x");
    expect(name()).toBeValid();
    expect(credential()).toBeInvalid();
  });

  it("can be saved unchecked while the cloud cannot be reached", async () => {
    let answers = 0;
    const { user, served, container } = await adding({
      save: () => {
        answers += 1;
        return answers === 1 ? refusal(["credential", UNCHECKED, "unchecked_credential"]) : undefined;
      },
    });
    await user.click(credential());
    await user.paste(CREDENTIAL);
    await user.click(save());
    expect(await screen.findByText(`Credential: ${UNCHECKED}`)).toBeVisible();
    await expectAccessible(container);
    await user.click(screen.getByRole("button", { name: "Save without verification" }));
    await waitFor(() => expect(served.saves).toHaveLength(2));
    expect(served.saves[1]?.headers.get("X-BypassExternalValidation")).toBe("true");
  });

  it("shows that the cloud is being called", async () => {
    const { user } = await adding({ save: () => new Promise(() => undefined) });
    await user.click(credential());
    await user.paste(CREDENTIAL);
    await user.click(save());
    expect(await screen.findByText(/Verifying the credential with PingOne/)).toBeVisible();
  });

  it("hides the credential until it is requested", async () => {
    const { user } = await adding();
    await user.click(credential());
    await user.paste("nonsense");
    expect(credential()).toHaveAccessibleDescription(/cannot be read/);
    expect(credential().parentElement).toHaveClass("hanse-credential__input--hidden");
    await user.click(screen.getByRole("button", { name: "Show the credential" }));
    expect(credential().parentElement).not.toHaveClass("hanse-credential__input--hidden");
  });

  it("asks about unsaved changes, also on Cancel", async () => {
    const view = await adding();
    const { user, router } = view;
    await user.type(name(), "x");
    void router.navigate({ to: "/other" as never });
    expect(await screen.findByRole("dialog", { name: /Leave without saving/ })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Stay on the page" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Leave without saving" }));
    await waitFor(() => expect(path(view)).toBe("/system/external-systems/pingone-connections"));
  });

  it("cannot be created by an auditor", async () => {
    await adding({}, { ...administrator, auditor: true });
    expect(credential()).toBeDisabled();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });
});

describe("a stored connection", () => {
  it("keeps its credential unless another is entered", async () => {
    const { user, served, container } = await editing();
    expect(screen.getByText("A credential is set, issued Fri Nov 20 09:30:00 UTC 2026.")).toBeVisible();
    expect(screen.queryByRole("textbox", { name: /^Credential/ })).not.toBeInTheDocument();
    await expectAccessible(container);
    await user.type(name(), " 2");
    await user.click(save());
    await waitFor(() => expect(served.saves).toHaveLength(1));
    expect(served.saves[0]?.body).toEqual({ ...connection(), name: "Kontor 2" });
    expect(served.saves[0]?.headers.get("If-Match")).toBe('"1"');
  });

  it("gets a new credential, and keeps a name that was chosen", async () => {
    const { user, served, container } = await editing();
    await user.click(screen.getByRole("button", { name: "Replace credential" }));
    expect(credential()).toHaveAccessibleDescription(/A blank field keeps the credential/);
    await user.click(credential());
    await user.paste(CREDENTIAL);
    await expectAccessible(container);
    await user.click(save());
    await waitFor(() => expect(served.saves).toHaveLength(1));
    expect(served.saves[0]?.body).toMatchObject({ name: "Kontor", credential: CREDENTIAL });
    expect(served.saves[0]?.body).not.toHaveProperty("encryptedCredential");
  });

  it("discards the input when the stored credential is kept", async () => {
    const { user } = await editing();
    await user.click(screen.getByRole("button", { name: "Replace credential" }));
    await user.click(credential());
    await user.paste(CREDENTIAL);
    await user.click(screen.getByRole("button", { name: "Keep the credential" }));
    expect(save()).toHaveAccessibleDescription("No changes yet.");
    await user.click(screen.getByRole("button", { name: "Replace credential" }));
    expect(credential()).toHaveValue("");
  });

  it.each([
    ["Discard my changes and load the stored version", 1],
    ["Overwrite with my changes", 2],
    ["Keep editing", 1],
  ])("shows both sides of a conflict: %s", async (choice, saves) => {
    const current = connection({ name: "Theirs", active: false, encryptedCredential: "newer", credentialId: "c" });
    const { user, served } = await editing({
      save: () =>
        served.saves.length === 1
          ? HttpResponse.json({ resultId: "conflict", message: "x", current, revision: 9 }, { status: 409 })
          : undefined,
    });
    await user.type(name(), " 2");
    await user.click(save());
    const dialog = await screen.findByRole("dialog");
    expect(within(dialog).getByRole("cell", { name: "Kontor 2" })).toBeVisible();
    expect(within(dialog).getByRole("cell", { name: "Theirs" })).toBeVisible();
    expect(within(dialog).queryByText("newer")).not.toBeInTheDocument();
    await user.click(within(dialog).getByRole("button", { name: choice }));
    await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
    await waitFor(() => expect(served.saves).toHaveLength(saves));
    // Members that this form does not show stay as another administrator stored them: credential and active state.
    if (saves === 2) expect(served.saves[1]?.body).toEqual({ ...current, name: "Kontor 2" });
    if (saves === 2) expect(served.saves[1]?.headers.get("If-Match")).toBe('"9"');
  });
});

it("the stored data is discarded with the form", () => expect(connectionQuery("c-1").gcTime).toBe(0));
