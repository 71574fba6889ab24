import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import { clusterServer, consoleNode, engine, failing, type Held } from "../../../test/cluster/fakeServer.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import ClusterManagement from "./index.tsx";

let held: Held;

beforeEach(() => {
  forgetToken();
  window.sessionStorage.clear();
  held = clusterServer();
  const nodes = [consoleNode(1, "ACTIVE"), consoleNode(2, "PASSIVE"), engine(3)];
  held.status = { ...held.status, nodes, currentNodeIndex: 2 };
  held.info = { enabled: true, role: "PASSIVE", activeNodeLastSuccessfulSyncTime: "2026-11-21T18:10:00.000Z" };
});

async function opened(session = administrator) {
  const view = await renderInConsole(() => <ClusterManagement />, { page: paths.clusterManagement, session });
  return { user: userEvent.setup(), ...view };
}

describe("a passive console", () => {
  it("becomes active after a confirmation, and the page is reloaded", async () => {
    const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
    const { user, unmount } = await opened();
    expect(screen.queryByRole("link", { name: "Settings" })).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Switch to Active" }));
    const dialog = await screen.findByRole("dialog", { name: "Switch this console to active?" });
    expect(held.calls.filter((call) => call.startsWith("POST"))).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: "Switch to Active" }));
    await waitFor(() => expect(reload).toHaveBeenCalled());
    expect(held.calls).toContain('POST /cluster/adminNode/role/active "4"');
    unmount();
    held.info = { enabled: true, role: "ACTIVE" };
    await opened();
    expect(await screen.findByText("Switched to Active role.")).toBeVisible();
  });

  it("reports a failed switch", async () => {
    failing("/cluster/adminNode/role/active", 409);
    const { user } = await opened();
    await user.click(await screen.findByRole("button", { name: "Switch to Active" }));
    const dialog = await screen.findByRole("dialog", { name: "Switch this console to active?" });
    await user.click(within(dialog).getByRole("button", { name: "Switch to Active" }));
    expect(await screen.findByText("Failed to switch to Active role. Please check the server logs.")).toBeVisible();
  });

  it("has no links, not even to the license", async () => {
    held.status = { ...held.status, nodeLimit: 1 };
    await opened();
    expect(await screen.findByText(/and the license allows 1\./)).toBeVisible();
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("stays passive for an auditor", async () => {
    await opened({ ...administrator, auditor: true });
    expect(await screen.findByText("This console is passive")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Switch to Active" })).toBeNull();
  });
});
