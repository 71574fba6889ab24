import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import type { Session } from "../../../platform/session/SessionProvider.tsx";
import { expectAccessible } from "../../../test/axe.ts";
import { look, pass, settled, stopIntervals } from "../../../test/polling.ts";
import { administrator, renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import { ALONE, archive, CLUSTER, SUGGESTED } from "../../../test/supportData.ts";
import type { Archive, Node } from "./form.ts";
import CollectSupportData from "./index.tsx";

const API = "*/pf-admin-api/v1";
const collector = { ...administrator, roles: new Set(["DATA_COLLECTION_ADMINISTRATOR"]) };
const saved = vi.hoisted(() => vi.fn());
vi.mock("../../../platform/ui/saveFile.ts", () => ({ saveFile: saved }));
let archives: Archive[];
let asked: object[];
let refusals: object[];
let reads: number;

beforeEach(() => {
  forgetToken();
  saved.mockReset();
  [archives, asked, refusals, reads] = [[], [], [], 0];
});

async function show({ nodes = [ALONE], session = collector }: { nodes?: Node[]; session?: Session } = {}) {
  const alone = nodes.length === 1 ? { nodeTypeToCollect: "STANDALONE" } : {};
  server.use(
    http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1" })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.get(`${API}/internal/csdSettings`, () => HttpResponse.json({ ...SUGGESTED, ...alone, nodes })),
    http.get(`${API}/collectSupportData/archives`, () => {
      reads += 1;
      return HttpResponse.json({ archives });
    }),
    http.post(`${API}/collectSupportData/archives/collect`, async ({ request }) => {
      asked.push((await request.json()) as object);
      if (refusals.length > 0) {
        const answer = { resultId: "validation_error", message: "no", validationErrors: refusals };
        return HttpResponse.json(answer, { status: 422 });
      }
      archives = nodes.map(({ index }) => archive(index, { status: "IN_PROGRESS", step: "Log files" }));
      return HttpResponse.json({ archives });
    }),
  );
  const view = await renderInConsole(CollectSupportData, { page: paths.collectSupportData, session });
  await screen.findByRole("table");
  return view;
}

const collect = () => screen.getByRole("button", { name: "Collect" });
const row = (name: RegExp) => within(screen.getByRole("row", { name }));

describe("an archive", () => {
  it("is deleted after a question", async () => {
    archives = [archive(0, { status: "COMPLETED", size: 14_200, finished: "2026-11-21T18:17:07.000Z" })];
    const deleted: unknown[] = [];
    await show();
    server.use(
      http.delete(`${API}/collectSupportData/archives/:id`, ({ params }) => {
        deleted.push(params.id);
        archives = [];
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const button = () => screen.getByRole("button", { name: "Delete the archive of node 0" });
    await userEvent.click(button());
    const dialog = await screen.findByRole("dialog", { name: /Delete the archive of node 0\?/ });
    expect(within(dialog).getByText(/Sat Nov 21 18:17:07 UTC 2026/)).toBeVisible();
    await expectAccessible(document.body);
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
    expect(deleted).toEqual([]);
    await userEvent.click(button());
    await userEvent.click(await screen.findByRole("button", { name: "Delete archive" }));
    expect(await screen.findByText("The archive of node 0 was deleted.")).toBeVisible();
    expect(await screen.findByText("Not collected")).toBeVisible();
    expect(deleted).toEqual(["a-0"]);
  });
});

describe("a standalone server", () => {
  it("collects the archive of its one node", async () => {
    await show();
    expect(screen.queryByRole("checkbox", { name: "Select all nodes" })).toBeNull();
    expect(row(/localhost/).getByText("Not collected")).toBeVisible();
    await userEvent.click(collect());
    expect(await screen.findByText("Started support data archive collection.")).toBeVisible();
    expect(asked).toMatchObject([{ nodeTypeToCollect: "STANDALONE", nodesToCollect: [] }]);
    expect(row(/localhost/).getByText("Log files")).toBeVisible();
    expect(collect()).toHaveAttribute("aria-disabled", "true");
    expect(screen.getByText("A collection is in progress.")).toBeVisible();
    await expectAccessible(document.body);
  });

  it("polls every three seconds until the archive is complete", async () => {
    stopIntervals();
    archives = [archive(0, { status: "IN_PROGRESS", step: "Configuration" })];
    const { queries } = await show();
    await settled(queries, () => reads === 1);
    pass(2999);
    expect(queries.isFetching()).toBe(0);
    pass(1);
    await settled(queries, () => reads === 2);
    archives = [archive(0, { status: "COMPLETED", size: 14_200, finished: "2026-11-21T18:17:07.000Z" })];
    pass(3000);
    await settled(queries, () => reads === 3);
    expect(await screen.findByText("14.2 kB")).toBeVisible();
    expect(screen.getByText("Sat Nov 21 18:17:07 UTC 2026")).toBeVisible();
    pass(60_000);
    expect(queries.isFetching()).toBe(0);
  });

  it("does not poll while the page is hidden", async () => {
    stopIntervals();
    archives = [archive(0, { status: "IN_PROGRESS", step: "Configuration" })];
    const { queries } = await show();
    await settled(queries, () => reads === 1);
    look("hidden");
    pass(60_000);
    expect(queries.isFetching()).toBe(0);
    look("visible");
    pass(3000);
    await settled(queries, () => reads > 1);
  });

  it("saves an archive under the server's file name", async () => {
    archives = [archive(0, { status: "COMPLETED", size: 7 })];
    server.use(
      http.get(`${API}/collectSupportData/archives/export/a-0`, () =>
        HttpResponse.text("archive", { headers: { "Content-Disposition": 'attachment; filename="node-0.zip"' } }),
      ),
    );
    await show();
    await userEvent.click(screen.getByRole("button", { name: "Download the archive of node 0" }));
    await waitFor(() => expect(saved).toHaveBeenCalledWith("node-0.zip", expect.anything()));
  });

  it("shows why an archive failed", async () => {
    archives = [archive(0, { status: "FAILED", reason: "The node was stopped during the collection." })];
    await show();
    expect(row(/localhost/).getByText("The node was stopped during the collection.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /Download/ })).toBeNull();
  });

  it("opens the options that contain an error", async () => {
    await show();
    refusals = [
      { errorId: "csd_truncation_without_size", fieldPath: "truncateLogs", message: "Nothing would be left." },
    ];
    await userEvent.click(collect());
    expect(await screen.findAllByText("Nothing would be left.")).toHaveLength(2);
    expect(screen.getByLabelText("Head size")).toHaveFocus();
  });

  it("shows errors without a field above the form", async () => {
    await show();
    refusals = [{ errorId: "csd_collection_already_in_progress", message: "Already in progress." }];
    await userEvent.click(collect());
    expect(within(await screen.findByRole("alert")).getByText("Already in progress.")).toBeVisible();
  });

  it("discards the passphrase after sending it", async () => {
    await show();
    await userEvent.click(screen.getByRole("button", { name: "Options" }));
    await userEvent.click(screen.getByLabelText("Encrypt the archive"));
    await userEvent.type(screen.getByLabelText(/Passphrase/), "Holstentor-1478");
    await userEvent.click(collect());
    await screen.findByText("Started support data archive collection.");
    expect(asked).toMatchObject([{ encryptArchive: true, encryptionPassphrase: "Holstentor-1478" }]);
    expect(screen.getByLabelText(/Passphrase/)).toHaveValue("");
  });
});

describe("a cluster", () => {
  it("collects from the selected nodes", async () => {
    await show({ nodes: CLUSTER });
    expect(row(/10.0.0.2/).getByText("Engine")).toBeVisible();
    expect(row(/10.0.0.2/).getByText(/Unreachable/)).toBeVisible();
    const all = screen.getByRole("checkbox", { name: "Select all nodes" });
    await userEvent.click(all);
    expect(screen.getByRole("checkbox", { name: "Select node 2" })).toBeChecked();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select node 1" }));
    expect(all).toBePartiallyChecked();
    await userEvent.click(collect());
    await screen.findByText("Started support data archive collection.");
    expect(asked).toMatchObject([{ nodesToCollect: [2] }]);
    await expectAccessible(document.body);
  });

  it("lists earlier archives, including those of removed nodes", async () => {
    archives = [
      archive(1, { archiveId: "new-1", status: "FAILED", reason: "It died." }),
      archive(1, { archiveId: "old-1", status: "COMPLETED", size: 7 }),
      archive(2, { archiveId: "new-2", status: "COMPLETED", size: 8 }),
      archive(2, { archiveId: "old-2", status: "FAILED", reason: "It died." }),
      { ...archive(1, { archiveId: "gone", status: "COMPLETED" }), nodeIndex: "9", address: "10.0.0.9:9031" },
    ];
    await show({ nodes: CLUSTER });
    await userEvent.click(screen.getByRole("button", { name: "Earlier archives (2)" }));
    const earlier = within(screen.getByRole("table", { name: "Earlier archives (2)" }));
    expect(earlier.getAllByRole("button").map((one) => one.getAttribute("aria-label"))).toEqual([
      "Download the archive of node 1",
      "Delete the archive of node 1",
      "Download the archive of node 9",
      "Delete the archive of node 9",
    ]);
    await expectAccessible(document.body);
  });

  it("requires a node", async () => {
    await show({ nodes: CLUSTER });
    refusals = [{ errorId: "csd_node_to_collect_required", fieldPath: "nodesToCollect", message: "server says" }];
    await userEvent.click(collect());
    expect(await screen.findByText("At least one node must be selected.")).toBeVisible();
  });
});

describe("an auditor", () => {
  it("sees the collections, and neither collects nor downloads", async () => {
    archives = [archive(1, { status: "COMPLETED", size: 7 })];
    await show({ nodes: CLUSTER, session: { ...administrator, auditor: true } });
    expect(row(/10.0.0.1/).getByText("Completed")).toBeVisible();
    for (const role of ["checkbox", "button"] as const) {
      const names = screen.queryAllByRole(role).map((one) => one.textContent);
      expect(names.filter((name) => name !== "Options")).toEqual([]);
    }
    expect(screen.getByText(/As an auditor/)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Options" }));
    expect(screen.getByLabelText("Head size")).toBeDisabled();
    await expectAccessible(document.body);
  });
});
