import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetToken } from "../../platform/api/client.ts";
import { expectAccessible } from "../../test/axe.ts";
import { API, fakeServer, type Held, node } from "../../test/home/fakeServer.ts";
import { renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { Cluster } from "./Cluster.tsx";
import Home from "./index.tsx";

let held: Held;
beforeEach(() => {
  forgetToken();
  held = fakeServer();
});
afterEach(() => vi.useRealTimers());

async function home() {
  const view = await renderInConsole(() => <Home />);
  await screen.findByRole("link", { name: "License" });
  await screen.findByRole("link", { name: /Release Notes/ });
  return view;
}

const region = (name: string) => within(screen.getByRole("region", { name }));
const bar = () =>
  region("Shortcuts")
    .getAllByRole("link")
    .map((link) => link.textContent);

describe("the cluster", () => {
  it("is absent on a standalone server, with a link to more information", async () => {
    const { container } = await home();
    expect(await screen.findByRole("heading", { name: "No Cluster" })).toBeVisible();
    const guide = screen.getByRole("link", { name: /^Server Clustering Guide/ });
    expect(guide).toHaveAttribute("href", "/docs/clustering");
    expect(guide).toHaveAttribute("target", "_blank");
    expect(guide).toHaveAttribute("rel", "noopener");
    await expectAccessible(container);
  });

  it("has a card for each node: role, status, version, address, heartbeat", async () => {
    held.nodes = [
      node(1, { mode: "CLUSTERED_CONSOLE", adminConsoleInfo: { consoleRole: "ACTIVE" } }),
      node(2, { status: "UNREACHABLE", replicationStatus: "OUT_OF_DATE", nodeGroup: "north", nodeTags: "blue red" }),
      node(3, { mode: "CLUSTERED_DUAL", adminConsoleInfo: { consoleRole: "PASSIVE" }, replicationStatus: "SUCCEEDED" }),
    ];
    const { container } = await home();
    const cards = await waitFor(() => region("Cluster nodes").getAllByRole("listitem"));
    expect(cards).toHaveLength(3);
    const [first, second, third] = cards.map((card) => within(card));
    expect(first?.getByText("Admin console · active")).toBeVisible();
    expect(first?.getByText("Running")).toBeVisible();
    expect(first?.getByText("10.0.0.1:9999")).toBeVisible();
    expect(first?.getByText("1.0.0")).toBeVisible();
    expect(first?.getByText(/^\d seconds? ago/)).toBeVisible();
    expect(second?.getByText("Engine")).toBeVisible();
    expect(second?.getByText("Unreachable")).toBeVisible();
    expect(second?.getByText("Out of date")).toBeVisible();
    expect(second?.getByText("north")).toBeVisible();
    expect(second?.getByText("blue red")).toBeVisible();
    expect(third?.getByText("Admin console and engine · passive")).toBeVisible();
    expect(screen.getByText("3 nodes, 2 running, 1 unreachable")).toBeVisible();
    expect(screen.queryByText("No Cluster")).not.toBeInTheDocument();
    await expectAccessible(container);
  });

  it("shows four rows, nodes with problems first, and all on request", async () => {
    held.nodes = Array.from({ length: 14 }, (_, index) => node(index));
    held.nodes[12] = node(12, { replicationStatus: "OUT_OF_DATE" });
    held.nodes[13] = node(13, { status: "UNREACHABLE" });
    await renderInConsole(() => <Cluster />);
    await screen.findByText("14 nodes, 13 running, 1 unreachable");
    const names = () => screen.getAllByText(/^Node \d+$/).map((name) => name.textContent);
    expect(names()).toHaveLength(12);
    expect(names().slice(0, 3)).toEqual(["Node 13Engine", "Node 12Engine", "Node 0Engine"]);
    await userEvent.click(screen.getByText("Show all 14 nodes"));
    expect(names().slice(-2)).toEqual(["Node 12Engine", "Node 13Engine"]);
    await userEvent.click(screen.getByText("Show fewer nodes"));
    expect(names()).toHaveLength(12);
  });

  it("is updated every five seconds without moving the focus, and keeps its data after a failure", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    held.nodes = [node(1)];
    await home();
    await screen.findByText("1 node, 1 running");
    const edit = screen.getByRole("button", { name: "Edit shortcuts" });
    edit.focus();
    held.nodes = [node(1, { status: "UNREACHABLE" })];
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText("Unreachable")).toBeVisible();
    expect(edit).toHaveFocus();
    server.use(http.get(`${API}/nodes`, () => HttpResponse.error()));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(await screen.findByText(/could not be refreshed/)).toBeVisible();
    expect(screen.getByText("Unreachable")).toBeVisible();
    expect(edit).toHaveFocus();
  });

  it("is not updated while the page is hidden", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await home();
    await screen.findByText("No Cluster");
    const visibility = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    await act(async () => document.dispatchEvent(new Event("visibilitychange")));
    const before = held.nodeCalls;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(held.nodeCalls).toBe(before);
    visibility.mockReturnValue("visible");
    await act(async () => document.dispatchEvent(new Event("visibilitychange")));
    await act(() => vi.advanceTimersByTimeAsync(5000));
    expect(held.nodeCalls).toBeGreaterThan(before);
  });
});

describe("the shortcuts bar", () => {
  it("shows the shortcuts in order, at the place where the tour looks for them", async () => {
    const { container } = await home();
    expect(bar()).toEqual(["License", "Virtual Host Names"]);
    expect(container.querySelector("[data-tour=shortcuts]")).toBeVisible();
  });

  it("omits pages that cannot be opened", async () => {
    held.choice = ["gone", "license"];
    await home();
    expect(bar()).toEqual(["License"]);
  });

  it("reports that it cannot be loaded, and the rest of the page works", async () => {
    server.use(
      http.get(`${API}/user/preferences/shortcuts`, () => HttpResponse.json({ message: "Away." }, { status: 503 })),
    );
    await renderInConsole(() => <Home />);
    expect(await screen.findByText("Away.")).toBeVisible();
    expect(await screen.findByText("No Cluster")).toBeVisible();
    server.use(
      http.get(`${API}/user/preferences/shortcuts`, () => HttpResponse.json({ shortcuts: { items: ["keys"] } })),
    );
    await userEvent.click(screen.getByRole("button", { name: "Load again" }));
    expect(await screen.findByRole("link", { name: "Token Signing Keys" })).toBeVisible();
  });
});

it("has the helpful links, each in a new tab", async () => {
  await home();
  const links = region("Helpful Links").getAllByRole("link");
  expect(links.map((link) => [link.textContent?.split(" (")[0]?.trim(), link.getAttribute("href")])).toEqual([
    ["Resource Downloads", "/docs/downloads"],
    ["Release Notes", "/docs/release-notes"],
    ["Support", "https://help.example/"],
    ["Integration Directory", "/docs/integrations"],
    ["DevOps", "/docs/devops"],
    ["Performance Tuning Guide", "/docs/performance"],
  ]);
  for (const link of links) {
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener");
  }
});
