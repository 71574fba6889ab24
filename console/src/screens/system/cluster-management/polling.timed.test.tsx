/** The page's own requests, and their effect on the banners above it. */

import { Outlet } from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { paths } from "../../../paths.ts";
import { forgetToken } from "../../../platform/api/client.ts";
import { MessagesProvider } from "../../../platform/messages/Messages.tsx";
import { Banners } from "../../../shell/banners/Banners.tsx";
import { forgetDismissals } from "../../../shell/banners/dismissals.ts";
import { serveNoBanners } from "../../../test/banners.ts";
import { clusterServer, consoleNode, engine, type Held } from "../../../test/cluster/fakeServer.ts";
import { look, pass, settled, stopIntervals } from "../../../test/polling.ts";
import { renderInConsole } from "../../../test/render.tsx";
import { server } from "../../../test/server.ts";
import ClusterManagement from "./index.tsx";

let held: Held;

beforeEach(() => {
  forgetToken();
  forgetDismissals();
  serveNoBanners();
  held = clusterServer();
});

const requestCount = () => held.calls.filter((call) => call === "GET /cluster/status").length;

describe("a banner above the page", () => {
  const underBanners = () => (
    <MessagesProvider>
      <Banners tree={[]} isShown onPlaced={() => undefined} />
      <Outlet />
    </MessagesProvider>
  );

  async function opened() {
    // Only the page has the answer: the banners' own request is still pending.
    server.use(http.get("*/internal/replicationInfo", () => delay("infinite")));
    await renderInConsole(() => <ClusterManagement />, { page: paths.clusterManagement, frame: underBanners });
    return userEvent.setup();
  }

  it("disappears with the replication that it asks for", async () => {
    held.status.replicationRequired = true;
    const user = await opened();
    expect(await screen.findByText("Replication required", { exact: false })).toBeVisible();
    await user.click(await screen.findByRole("button", { name: "Replicate" }));
    await waitFor(() => expect(screen.queryByText("Replication required", { exact: false })).toBeNull());
  });

  it("names the same engines as the page", async () => {
    held.status.nodes = [
      consoleNode(1, "ACTIVE"),
      engine(2, { replicationStatus: "FAILED", replicationFailure: "The disk is full." }),
      engine(3, { replicationStatus: "OUT_OF_DATE" }),
    ];
    await opened();
    const banner = (await screen.findByText("Replication warning", { exact: false })).closest(".pf-v6-c-alert");
    expect(banner).toHaveTextContent("Replication failed on 1 engine");
    expect(banner).toHaveTextContent("1 engine is out of date. The disk is full.");
  });

  it("is updated after every change in the console", async () => {
    const answers = [false, true];
    server.use(
      http.get("*/internal/replicationInfo", () =>
        HttpResponse.json({ replicationRequired: answers.shift() ?? true, nodes: [] }),
      ),
    );
    const { queries } = await renderInConsole(() => <p>Somewhere</p>, { frame: underBanners });
    await waitFor(() => expect(answers).toEqual([true]));
    const change = queries.getMutationCache().build(queries, { mutationFn: async () => "saved" });
    await act(() => change.execute(undefined));
    expect(await screen.findByText("Replication required", { exact: false })).toBeVisible();
  });
});

describe("the page polls", () => {
  it("each second while a node retrieves or applies a publication", async () => {
    stopIntervals();
    look("visible");
    held.status.nodes = [consoleNode(1, "ACTIVE"), engine(2, { replicationStatus: "APPLYING" })];
    const { queries } = await renderInConsole(() => <ClusterManagement />, { page: paths.clusterManagement });
    const answered = (count: number) => settled(queries, () => requestCount() === count);
    await answered(1);
    pass(1000);
    await answered(2);
    held.status.nodes = [consoleNode(1, "ACTIVE"), engine(2, { replicationStatus: "SUCCEEDED" })];
    pass(1000);
    await answered(3);
    pass(2900);
    expect(queries.isFetching()).toBe(0);
    pass(2100);
    await answered(4);
  });

  it("every five seconds, not while hidden, and at once when shown again", async () => {
    stopIntervals();
    look("visible");
    const { queries } = await renderInConsole(() => <ClusterManagement />, { page: paths.clusterManagement });
    const answered = (count: number) => settled(queries, () => requestCount() === count);
    await answered(1);
    pass(4999);
    expect(queries.isFetching()).toBe(0);
    pass(1);
    await answered(2);

    look("hidden");
    pass(60_000);
    expect(queries.isFetching()).toBe(0);
    look("visible");
    await answered(3);
    pass(5000);
    await answered(4);
  });
});
