import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import { expectAccessible } from "../../../test/axe.ts";
import { clusterServer, consoleNode, engine, failing, type Held } from "../../../test/cluster/fakeServer.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import ClusterManagement from "./index.tsx";

let held: Held;
const auditor = { ...administrator, auditor: true };

beforeEach(() => {
  forgetToken();
  window.sessionStorage.clear();
  held = clusterServer();
});

async function opened(parts: Parameters<typeof renderInConsole>[1] = {}) {
  const view = await renderInConsole(() => <ClusterManagement />, { page: paths.clusterManagement, ...parts });
  return { user: userEvent.setup(), ...view };
}

const replicate = () => screen.findByRole("button", { name: "Replicate" });
const rowOf = async (address: string) => within((await screen.findByText(address)).closest("tr") as HTMLElement);

describe("the status of a cluster", () => {
  it("has a row for each node with its last operation and time", async () => {
    held.status.nodes = [consoleNode(1, "ACTIVE"), engine(2, { nodeGroup: "north", nodeTags: "blue red" })];
    const { container } = await opened();
    const row = await rowOf("engine-2.example:9031");
    for (const text of ["2", "Engine", "1.0.0", "Sat Nov 21 18:00:00 UTC 2026", "Succeeded", "blue red", "north"]) {
      expect(row.getByText(text)).toBeVisible();
    }
    const own = await rowOf("console-1.example:9999");
    for (const text of ["This console", "Admin console · active", "None"]) expect(own.getByText(text)).toBeVisible();
    expect(screen.getByText("Last Modified").closest("div")).toHaveTextContent("Sat Nov 21 18:17:07 UTC 2026");
    expect(screen.getByText("Last Replicated").closest("div")).toHaveTextContent("Never");
    expect(screen.queryByText("Last Successful Synchronization")).toBeNull();
    expect(screen.queryByRole("tab")).toBeNull();
    await expectAccessible(container);
  });

  it.each([
    [null, "None", false],
    ["OUT_OF_DATE", "Out of date", true],
    ["RETRIEVING", "Retrieving", false],
    ["APPLYING", "Applying", false],
    ["FAILED", "Failed", true],
    ["SUCCEEDED", "Succeeded", false],
  ] as const)("shows %s as %s, and requires replication: %s", async (replicationStatus, words, required) => {
    held.status.nodes = [consoleNode(1, "ACTIVE"), engine(2, { replicationStatus })];
    await opened();
    expect((await rowOf("engine-2.example:9031")).getByText(words)).toBeVisible();
    expect((await replicate()).getAttribute("aria-disabled") === "true").toBe(!required);
  });

  it.each([
    ["RETRIEVING", "1 node is retrieving or applying the configuration."],
    ["applying", "1 node is retrieving or applying the configuration."],
    ["verifying", "1 node is in a state that this version of the console does not know."],
    ["OUT_OF_DATE", "1 node has not applied the replicated configuration."],
    ["SUCCEEDED", "All engines have the saved configuration."],
  ])("explains the state of the engines when one is %s", async (replicationStatus, words) => {
    held.status.nodes = [consoleNode(1, "ACTIVE"), engine(2, { replicationStatus }), engine(3)];
    await opened();
    expect(await screen.findByText(words)).toBeVisible();
  });

  it("shows nodes with problems first, with the reason", async () => {
    const away = engine(4, { status: "UNREACHABLE", replicationStatus: null });
    const older = engine(2, { version: "0.9.0" });
    const broken = engine(3, { replicationStatus: "FAILED", replicationFailure: "The key is missing." });
    held.status = { ...held.status, nodes: [consoleNode(1, "ACTIVE"), older, broken, away], mixedMode: true };
    await opened();
    const heads = await screen.findAllByRole("rowheader");
    expect(heads.map((head) => head.textContent)).toEqual([
      "engine-3.example:9031",
      "engine-4.example:9031",
      "console-1.example:9999This console",
      "engine-2.example:9031",
    ]);
    expect(screen.getByText("The key is missing.")).toBeVisible();
    expect(screen.getByText("Last heard from Sat Nov 21 18:17:07 UTC 2026")).toBeVisible();
    expect(["1 failed", "1 unreachable"].every((text) => screen.getByText(text))).toBe(true);
    expect(screen.getByText("Nodes run different versions")).toBeVisible();
    // The cluster is being upgraded to the version of this console.
    const versions = screen.getAllByText(/^(0\.9|1\.0)\.0$/).filter((text) => text.closest(".pf-m-warning"));
    expect(versions.map((text) => text.textContent)).toEqual(["0.9.0"]);
  });

  it("reports more running nodes than the license allows", async () => {
    const away = engine(4, { status: "UNREACHABLE", replicationStatus: null });
    held.status = { ...held.status, nodes: [consoleNode(1, "ACTIVE"), engine(2), engine(3), away], nodeLimit: 2 };
    const { queries } = await opened();
    expect(await screen.findByText(/^3 nodes are running, and the license allows 2\./)).toBeVisible();
    expect(screen.getByRole("link", { name: "License" })).toBeVisible();
    held.status = { ...held.status, nodeLimit: 3 };
    await act(() => queries.refetchQueries());
    await waitFor(() => expect(screen.queryByText(/the license allows/)).toBeNull());
  });

  it("has two tabs if there are several consoles", async () => {
    held.status = { ...held.status, nodes: [consoleNode(1, "ACTIVE"), consoleNode(2, "PASSIVE"), engine(3)] };
    held.info = { enabled: true, role: "ACTIVE", activeNodeLastSuccessfulSyncTime: null };
    const { user } = await opened();
    await user.click(await screen.findByRole("tab", { name: "Admin Consoles" }));
    const row = await rowOf("console-2.example:9999");
    expect(row.getByText("Admin console · passive")).toBeVisible();
    expect(row.getByText("Sat Nov 21 18:10:00 UTC 2026")).toBeVisible();
    expect(screen.getByText("Last Successful Synchronization").closest("div")).toHaveTextContent("Never");
    await user.click(screen.getByRole("tab", { name: "Active Nodes" }));
    const table = within(screen.getByRole("table", { name: "Active Nodes" }));
    expect(table.getAllByRole("rowheader")).toHaveLength(2);
  });

  it("explains to a standalone server how to form a cluster", async () => {
    held.info = { clustered: false, enabled: false, role: "ACTIVE" };
    const { container } = await opened();
    expect(await screen.findByRole("heading", { name: "This server is not part of a cluster" })).toBeVisible();
    expect(screen.getByRole("link", { name: /Set up a cluster/ })).toHaveAttribute("href", "/docs/clustering");
    expect(screen.queryByRole("button", { name: "Replicate" })).toBeNull();
    // A standalone server refuses the call.
    expect(held.calls).toEqual([]);
    await expectAccessible(container);
  });

  it("removes an unreachable node after explaining the effect", async () => {
    held.status.nodes = [consoleNode(1, "ACTIVE"), engine(2, { status: "UNREACHABLE" }), engine(3)];
    const { user, container } = await opened();
    expect(await screen.findAllByRole("button", { name: /^Remove the node/ })).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Remove the node engine-2.example:9031" }));
    const dialog = within(await screen.findByRole("dialog", { name: /Remove the node engine-2.example:9031 from/ }));
    expect(dialog.getByText(/it joins the cluster again/)).toBeVisible();
    await expectAccessible(container);
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    expect(await screen.findByText("engine-2.example:9031 was removed from the cluster.")).toBeVisible();
    expect(held.calls).toContain("DELETE /cluster/nodes/2");
    await waitFor(() => expect(screen.queryByRole("rowheader", { name: /engine-2/ })).toBeNull());
  });

  it("shows and counts unknown states as text", async () => {
    held.status.nodes = [
      consoleNode(1, "ACTIVE"),
      engine(2, { replicationStatus: "out_of_date" }),
      engine(3, { mode: "CLUSTERED_ARCHIVE", replicationStatus: "verifying" }),
    ];
    await opened();
    expect(await screen.findByText("verifying")).toBeVisible();
    expect(screen.getByText("CLUSTERED_ARCHIVE")).toBeVisible();
    expect(screen.getByText("1 in another state")).toBeVisible();
    expect(screen.getByText("1 out of date")).toBeVisible();
    expect(screen.getByRole("button", { name: "Replicate" })).not.toHaveAttribute("aria-disabled", "true");
  });

  it("reports that the cluster cannot be read, and tries again", async () => {
    server.use(
      http.get("*/cluster/status", () => HttpResponse.json({ message: "Down." }, { status: 503 }), { once: true }),
    );
    const { user } = await opened();
    expect(await screen.findByText("Down.")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Load again" }));
    expect(await rowOf("engine-2.example:9031")).toBeTruthy();
  });

  it("requires a role", async () => {
    held.adminVisible = false;
    await opened();
    const dialog = await screen.findByRole("dialog", { name: "Unauthorized" });
    expect(within(dialog).getByText("You do not have permissions to view this page.")).toBeVisible();
    expect(held.calls).toEqual([]);
  });
});

describe("replicating", () => {
  beforeEach(() => {
    held.status.replicationRequired = true;
  });

  it("notifies the nodes, and is disabled afterwards", async () => {
    const { user } = await opened();
    await user.click(await replicate());
    expect(await screen.findByText("Cluster nodes notified of new configuration.")).toBeVisible();
    await waitFor(async () => expect(await replicate()).toHaveAttribute("aria-disabled", "true"));
    expect(held.calls.filter((call) => call.startsWith("POST"))).toEqual(["POST /cluster/replicate"]);
  });

  it("reports a failure", async () => {
    failing("/cluster/replicate", 500);
    const { user } = await opened();
    await user.click(await replicate());
    expect(await screen.findByText("Replication failed. Please check the server logs.")).toBeVisible();
  });

  it("is not available to an auditor", async () => {
    await opened({ session: auditor });
    expect(await screen.findByText(/As an auditor, you can view the cluster/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Replicate" })).toBeNull();
  });
});
