import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "../../../../paths.ts";
import { forgetToken } from "../../../../platform/api/client.ts";
import { expectAccessible } from "../../../../test/axe.ts";
import { clusterServer, failing } from "../../../../test/cluster/fakeServer.ts";
import { administrator, renderInConsole } from "../../../../test/render.tsx";
import { server } from "../../../../test/server.ts";
import ClusterSettings from "./index.tsx";

const PATH = "*/pf-admin-api/v1/cluster/settings";
const NAMES = ["Replicate Connections when saved", "Replicate OAuth Clients when saved"];
const both = { replicateConnectionsOnSave: true, replicateClientsOnSave: true };
let sent: { body: unknown; etag: string | null }[];

beforeEach(() => {
  forgetToken();
  sent = [];
  clusterServer();
  server.use(
    http.get("*/internal/clientStorage", () => HttpResponse.json({ isXmlClientStorage: true })),
    http.get(PATH, () => HttpResponse.json({ replicateClientsOnSave: true }, { headers: { ETag: '"7"' } })),
    http.put(PATH, async ({ request }) => {
      const body = (await request.json()) as object;
      sent.push({ body, etag: request.headers.get("If-Match") });
      return HttpResponse.json(body, { headers: { ETag: '"8"' } });
    }),
  );
});

async function opened(parts: Parameters<typeof renderInConsole>[1] = {}) {
  const view = await renderInConsole(() => <ClusterSettings />, { page: paths.clusterSettings, ...parts });
  await screen.findByRole("checkbox", { name: NAMES[0] as string });
  return { user: userEvent.setup(), ...view };
}

const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox");
const save = () => screen.getByRole("button", { name: "Save" });

describe("the settings of a cluster", () => {
  it("are neither shown nor read without the right to read the cluster", async () => {
    let reads = 0;
    server.use(
      http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [], version: "1", adminVisible: false })),
      http.get(PATH, () => {
        reads += 1;
        return HttpResponse.json({ resultId: "forbidden", message: "No." }, { status: 403 });
      }),
    );
    await renderInConsole(() => <ClusterSettings />, { page: paths.clusterSettings });
    const dialog = await screen.findByRole("dialog", { name: "Unauthorized" });
    expect(dialog).toHaveTextContent("You do not have permissions to view this page.");
    expect(reads).toBe(0);
  });

  it("are two check boxes, initially without anything to save", async () => {
    const { container } = await opened();
    expect(boxes().map((box) => [box.labels?.[0]?.textContent, box.checked])).toEqual([
      [NAMES[0], false],
      [NAMES[1], true],
    ]);
    expect(save()).toHaveAttribute("aria-disabled", "true");
    await expectAccessible(container);
  });

  it("offer the replication of clients only if they are part of the configuration", async () => {
    server.use(http.get("*/internal/clientStorage", () => HttpResponse.json({ isXmlClientStorage: false })));
    const { user } = await opened();
    expect(boxes().map((box) => box.labels?.[0]?.textContent)).toEqual([NAMES[0]]);
    await user.click(boxes()[0] as HTMLElement);
    await user.click(save());
    // Settings that are not shown keep their values.
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([both]));
  });

  it("can be saved while they differ, and lead back to the status", async () => {
    const { user, router } = await opened();
    await user.click(boxes()[0] as HTMLElement);
    await user.click(boxes()[0] as HTMLElement);
    expect(save()).toHaveAttribute("aria-disabled", "true");
    await user.click(boxes()[0] as HTMLElement);
    await user.click(save());
    expect(await screen.findByText("Settings saved.")).toBeVisible();
    expect(sent).toEqual([{ body: both, etag: '"7"' }]);
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.clusterManagement));
  });

  it("lead back without a question by Cancel", async () => {
    const { user, router } = await opened();
    await user.click(boxes()[1] as HTMLElement);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.clusterManagement));
    expect(sent).toEqual([]);
  });

  it("show Save Failed. and keep the choices", async () => {
    failing("/cluster/settings", 503);
    const { user } = await opened();
    await user.click(boxes()[0] as HTMLElement);
    await user.click(save());
    expect(await screen.findByText("Save Failed.")).toBeVisible();
    expect(boxes()[0]).toBeChecked();
  });

  it("show both sides after a concurrent save", async () => {
    const current = { replicateConnectionsOnSave: true, replicateClientsOnSave: false };
    const answer = { resultId: "conflict", message: "Changed.", current, revision: 9 };
    server.use(http.put(PATH, () => HttpResponse.json(answer, { status: 409 }), { once: true }));
    const { user } = await opened();
    await user.click(boxes()[0] as HTMLElement);
    await user.click(save());
    expect(await screen.findByRole("row", { name: `${NAMES[1]} On Off` })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Overwrite with my changes" }));
    await waitFor(() => expect(sent.map(({ etag }) => etag)).toEqual(['"9"']));
  });

  it("are read-only for an auditor", async () => {
    await opened({ session: { ...administrator, auditor: true } });
    for (const box of boxes()) expect(box).toBeDisabled();
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  });
});
