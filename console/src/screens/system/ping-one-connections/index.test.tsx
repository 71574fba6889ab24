import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { type Answers, connection, failure, refusal, serveConnections } from "../../../test/ping-one/fakeServer.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import PingOneConnections from "./index.tsx";
// Loaded here, so that no test waits for the bundle of an expanded row.
import "./details/index.tsx";

const IN_USE = "Cannot delete this connection as it is currently in use.";
const DIRECTORY = {
  type: "Data Store",
  kind: "dataStores",
  id: "d-1",
  name: "Directory",
  path: "pingOneConnectionRef",
  page: "/system/external-systems/data-stores/edit/d-1",
};
const DIRECTORY_AGAIN = { ...DIRECTORY, path: "another" };
const USED = {
  categories: [{ id: "DATA_STORE", name: "Data Stores" }],
  items: [{ id: "d-1", name: "Directory", type: "LDAP Gateway", categoryId: "DATA_STORE", ref: { id: "d-1" } }],
};

async function opened(answers: Answers = {}, connections = [connection()], session = administrator) {
  const served = serveConnections(connections, answers);
  const view = await renderInConsole(() => <PingOneConnections />, { page: paths.pingOneConnections, session });
  return { user: userEvent.setup(), served, ...view };
}

async function expanded(answers: Answers = {}) {
  const found = await opened(answers);
  await found.user.click(await screen.findByRole("button", { name: "Kontor" }));
  return found;
}

const button = (name: string) => screen.getByRole("button", { name });
const toggle = () => screen.findByRole("switch", { name: "Active: Kontor" });
const details = (served: { calls: string[] }) =>
  served.calls.filter((call) => /c-1\//.test(call)).map((call) => call.split("/").at(-1));

describe("the list", () => {
  it("requests one page, and nothing about its rows", async () => {
    const { served, container } = await opened();
    expect(await screen.findByText("Kontor GmbH · EU · Ours")).toBeVisible();
    expect(served.calls).toEqual(["GET /pingOneConnections?page=1&numberPerPage=20"]);
    await expectAccessible(container);
  });

  it("explains connections when there is none", async () => {
    const { container } = await opened({}, []);
    expect(await screen.findByText("No connections")).toBeVisible();
    expect(button("+Add Connection")).toBeVisible();
    await expectAccessible(container);
  });

  it.each([
    ["an auditor", { ...administrator, auditor: true }],
    ["somebody without the role", { ...administrator, roles: new Set(["CRYPTO_ADMINISTRATOR"]) }],
  ])("shows %s no controls that change anything", async (_, session) => {
    const { container, user } = await opened(
      {},
      [connection(), connection({ id: "c-2", name: "B", active: false })],
      session,
    );
    await user.click(await screen.findByRole("button", { name: "Kontor" }));
    expect(await screen.findByText("Credential valid")).toBeVisible();
    expect(screen.getByText("Active")).toBeVisible();
    expect(screen.getByText("Inactive")).toBeVisible();
    expect(screen.queryByRole("switch")).not.toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Add|Edit|Delete/ })).not.toBeInTheDocument();
    await expectAccessible(container);
  });
});

describe("the details", () => {
  it("load services first, then the credential, and the rest on request", async () => {
    let answer: (response: Response) => void = () => undefined;
    const services = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const { served, user, container } = await expanded({ serviceAssociations: () => services });
    await waitFor(() => expect(details(served)).toEqual(["serviceAssociations"]));
    answer(
      HttpResponse.json({ items: [{ componentName: "Data Stores", serviceNames: ["A", "B"], configured: true }] }),
    );
    expect(await screen.findByText("Credential valid")).toBeVisible();
    expect(screen.getByRole("cell", { name: "A, B" })).toBeVisible();
    expect(screen.getByText("Fri Nov 20 09:30:00 UTC 2026")).toBeVisible();
    expect(details(served)).toEqual(["serviceAssociations", "credentialStatus"]);
    await user.click(screen.getByRole("tab", { name: "Usage" }));
    expect(await screen.findByText("There are no plugins currently utilizing this connection.")).toBeVisible();
    await user.click(screen.getByRole("tab", { name: "Environments" }));
    expect(
      await screen.findByText(
        "There are no environments associated with this connection. To add environments, modify the roles for the connection in the PingOne administrative console.",
      ),
    ).toBeVisible();
    expect(details(served)).toEqual(["serviceAssociations", "credentialStatus", "usage", "environments"]);
    await expectAccessible(container);
  });

  it.each([
    ["INVALID", "It was revoked.", "Credential invalid"],
    ["UNKNOWN", "It did not answer in time.", "Credential status unknown"],
    ["SOMETHING ELSE", "Nobody knows.", "Credential status unknown"],
  ])("of a credential that is %s show the reason", async (pingOneCredentialStatus, message, shown) => {
    const { container } = await expanded({
      credentialStatus: () => HttpResponse.json({ pingOneCredentialStatus, message }),
    });
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
    expect(Boolean(screen.queryByRole("button", { name: "Replace the credential" }))).toBe(shown.endsWith("invalid"));
    await expectAccessible(container);
  });

  it("check the credential again, even if the services cannot be read", async () => {
    let fails = true;
    const { user } = await expanded({
      serviceAssociations: () => failure(503, "The database is away."),
      credentialStatus: () =>
        fails ? failure(503, "Too busy.") : HttpResponse.json({ pingOneCredentialStatus: "VALID" }),
    });
    expect(await screen.findByText("Credential status unknown")).toBeVisible();
    expect(screen.getByText("Too busy.")).toBeVisible();
    expect(screen.getByText("The database is away.")).toBeVisible();
    fails = false;
    await user.click(button("Check again"));
    expect(await screen.findByText("Credential valid")).toBeVisible();
  });

  it("show the server's message if environments cannot be read, and load them again", async () => {
    let fails = true;
    const items = Array.from({ length: 30 }, (_, index) => ({ id: `id-${index}`, name: `Depot ${index}` }));
    const { user, container } = await expanded({
      environments: () =>
        fails ? failure(500, "The cloud service could not be reached.") : HttpResponse.json({ items }),
    });
    await user.click(screen.getByRole("tab", { name: "Environments" }));
    expect(await screen.findByText("The cloud service could not be reached.")).toBeVisible();
    fails = false;
    await user.click(button("Load again"));
    expect(await screen.findByText("Depot 19")).toBeVisible();
    expect(screen.queryByText("Depot 20")).not.toBeInTheDocument();
    const region = screen.getByRole("region", { name: "Details of Kontor" });
    await user.click(within(region).getByRole("button", { name: "Next page" }));
    expect(screen.getByText("Depot 29")).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: "Search by environment name or ID" }), "ID-3{Enter}");
    expect(screen.getByText("Depot 3")).toBeVisible();
    await expectAccessible(container);
  });

  it("list what uses the connection", async () => {
    const { user, container } = await expanded({ usage: () => HttpResponse.json(USED) });
    await user.click(screen.getByRole("tab", { name: "Usage" }));
    expect(await screen.findByText("Data Stores")).toBeVisible();
    expect(screen.getByText("Directory")).toBeVisible();
    await expectAccessible(container);
  });
});

describe("the switch", () => {
  it("changes only this value of the stored connection", async () => {
    const { user, served } = await opened();
    const shown = await toggle();
    // Another administrator has saved since the list was loaded.
    served.connections = [connection({ description: "Theirs" })];
    await user.click(shown);
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(shown).not.toBeChecked();
    expect(served.saves[0]?.body).toEqual({ ...connection({ description: "Theirs" }), active: false });
    expect(served.saves[0]?.headers.get("If-Match")).toBe('"1"');
    expect(screen.getByText("Kontor GmbH · EU · Theirs")).toBeVisible();
  });

  it("shows the choice at once, and is reset with the reason if it cannot be saved", async () => {
    let answer: (response: Response) => void = () => undefined;
    const { user, served } = await opened({
      save: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await user.click(await toggle());
    expect(await toggle()).not.toBeChecked();
    await waitFor(() => expect(served.saves).toHaveLength(1));
    await user.click(await toggle()); // One at a time.
    answer(failure(503, "The database is away."));
    expect(await screen.findByText("Kontor was not deactivated. The database is away.")).toBeVisible();
    expect(await toggle()).toBeChecked();
    expect(served.saves).toHaveLength(1);
  });
});

describe("deleting", () => {
  const openDialog = async (answers: Answers) => {
    const found = await opened(answers);
    await found.user.click(await screen.findByRole("button", { name: "Delete connection Kontor" }));
    return { ...found, dialog: await screen.findByRole("dialog") };
  };

  it("asks first, and reports success", async () => {
    const { user, dialog, served } = await openDialog({});
    expect(await within(dialog).findByText(/Nothing uses the connection/)).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Cancel" })).toHaveFocus();
    await expectAccessible(dialog);
    await user.click(within(dialog).getByRole("button", { name: "Delete connection" }));
    expect(await screen.findByText("Kontor was deleted.")).toBeVisible();
    expect(await screen.findByText("No connections")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveFocus();
    expect(served.calls.filter((call) => call.includes("c-1"))).toEqual([
      "GET /internal/usedBy/pingOneConnections/c-1",
      "DELETE /pingOneConnections/c-1",
    ]);
  });

  it("is not offered for a connection in use", async () => {
    const { dialog } = await openDialog({ users: () => HttpResponse.json({ items: [DIRECTORY, DIRECTORY_AGAIN] }) });
    expect(await within(dialog).findByText(IN_USE)).toBeVisible();
    expect(within(dialog).getAllByRole("listitem")).toHaveLength(1);
    expect(within(dialog).getByRole("link", { name: "Directory" })).toHaveAttribute("href", DIRECTORY.page);
    expect(within(dialog).queryByRole("button", { name: "Delete connection" })).not.toBeInTheDocument();
    await expectAccessible(dialog);
  });

  it("is not offered while its usage is unknown, and checks again", async () => {
    let fails = true;
    const { user, dialog } = await openDialog({
      users: () => (fails ? failure(503, "Away.") : HttpResponse.json({ items: [] })),
    });
    expect(await within(dialog).findByText("Away.")).toBeVisible();
    expect(within(dialog).queryByRole("button", { name: "Delete connection" })).not.toBeInTheDocument();
    fails = false;
    await user.click(within(dialog).getByRole("button", { name: "Load again" }));
    expect(await within(dialog).findByRole("button", { name: "Delete connection" })).toBeVisible();
  });

  it("reports that it failed, and why", async () => {
    const { user, dialog } = await openDialog({ remove: () => refusal(["", IN_USE]) });
    await user.click(await within(dialog).findByRole("button", { name: "Delete connection" }));
    expect(await within(dialog).findByText("The connection could not be deleted.")).toBeVisible();
    expect(screen.getByRole("dialog")).toBeVisible();
  });
});
