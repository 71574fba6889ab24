import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { consoleInfoQuery } from "../features/nodes/consoleInfo.ts";
import { paths } from "../paths.ts";
import { forgetToken } from "../platform/api/client.ts";
import { useNoteUnsaved } from "../platform/forms/unsaved.ts";
import { Screen } from "../platform/page/Screen.tsx";
import { SessionProvider } from "../platform/session/SessionProvider.tsx";
import { expectAccessible } from "../test/axe.ts";
import { serveNoBanners } from "../test/banners.ts";
import { clusterServer, type Held } from "../test/cluster/fakeServer.ts";
import { administrator, renderWithText } from "../test/render.tsx";
import { server } from "../test/server.ts";
import { Shell } from "./Shell.tsx";

let held: Held;

beforeEach(() => {
  forgetToken();
  serveNoBanners();
  held = clusterServer();
  held.info = { enabled: true, role: "PASSIVE" };
  server.use(
    http.get("*/pf-admin-ui/notifications", () => HttpResponse.json({ items: [] })),
    http.get("*/pf-admin-ui/extendSession", () => new HttpResponse(null, { status: 204 })),
  );
});

const page = (title: string) => () => (
  <Screen title={title} description="What it is for." breadcrumb="none">
    <p>Content</p>
  </Screen>
);

/** Like a form with unsaved changes, until the field is emptied. */
function Writing() {
  const [text, setText] = useState("");
  useNoteUnsaved(text !== "");
  return (
    <Screen title="Writing" description="What it is for." breadcrumb="none">
      <input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
    </Screen>
  );
}

async function opened(path: string) {
  const root = createRootRoute({ component: Shell });
  const route = (one: string, title: string) =>
    createRoute({ getParentRoute: () => root, path: one, component: page(title) });
  const writing = createRoute({ getParentRoute: () => root, path: "/writing", component: Writing });
  const routes = [
    writing,
    route(paths.clusterManagement, "Cluster"),
    route(paths.license, "License"),
    route("$", "Nothing"),
  ];
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await router.load();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = renderWithText(
    <SessionProvider session={administrator}>
      <QueryClientProvider client={queries}>
        {/* The type of the console's own router is registered; a test's has other routes. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </SessionProvider>,
  );
  /** Reads the role again, as polling does after a few seconds. */
  const later = () => act(() => queries.refetchQueries({ queryKey: consoleInfoQuery.queryKey }));
  return { ...view, router, later };
}

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });

describe("a passive console", () => {
  it.each(["/", paths.license, paths.clusterSettings, "/no/such/page"])(
    "redirects from %s to its one page",
    async (path) => {
      const { router } = await opened(path);
      expect(await heading("Cluster")).toBeVisible();
      expect(router.state.location.pathname).toBe(paths.clusterManagement);
    },
  );

  it("has no navigation, no search and no notifications", async () => {
    const { container } = await opened(paths.clusterManagement);
    await heading("Cluster");
    for (const name of ["Navigation", /Search/, /Notifications/]) {
      expect(screen.queryByRole("button", { name })).toBeNull();
    }
    expect(screen.queryByRole("navigation")).toBeNull();
    expect(screen.getByRole("button", { name: "Account" })).toBeVisible();
    await expectAccessible(container);
  });

  it("has no link to the license in About", async () => {
    await opened(paths.clusterManagement);
    await heading("Cluster");
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Help" }));
    await user.click(await screen.findByRole("menuitem", { name: "About" }));
    const about = await screen.findByRole("dialog");
    expect(within(about).queryByRole("link")).toBeNull();
  });
});

describe("a change of role", () => {
  it("redirects to the one page, and explains why", async () => {
    held.info = { enabled: true, role: "ACTIVE" };
    const { later } = await opened(paths.license);
    await heading("License");
    held.info = { enabled: true, role: "PASSIVE" };
    await later();
    expect(await heading("Cluster")).toBeVisible();
    expect(await screen.findByText(/Another console is now active/)).toBeVisible();
  });

  it("restores the whole console, and reports it", async () => {
    const { later } = await opened(paths.clusterManagement);
    await heading("Cluster");
    held.info = { enabled: true, role: "ACTIVE" };
    await later();
    expect(await screen.findByText("This console is now the active console.")).toBeVisible();
    await waitFor(() => expect(screen.getByRole("button", { name: /Search/ })).toBeVisible());
  });
});

describe("a change of role with unsaved changes", () => {
  async function surprised() {
    held.info = { enabled: true, role: "ACTIVE" };
    const view = await opened("/writing");
    await heading("Writing");
    const user = userEvent.setup();
    await user.type(screen.getByLabelText("Text"), "An hour of work");
    held.info = { enabled: true, role: "PASSIVE" };
    await view.later();
    const dialog = await screen.findByRole("dialog", { name: /Another console is now active/ });
    return { ...view, user, dialog };
  }
  const notice = () => screen.queryByText("This console is passive, so this page cannot be saved", { exact: false });

  it("is announced first, and keeps the input", async () => {
    const { user, dialog, later, container } = await surprised();
    await user.click(within(dialog).getByRole("button", { name: "Keep the page" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByLabelText("Text")).toHaveValue("An hour of work");
    expect(notice()).toBeVisible();
    expect(screen.getByRole("link", { name: /Cluster Management/ })).toHaveAttribute("target", "_blank");
    await expectAccessible(container);
    // After switching back, nothing was lost.
    held.info = { enabled: true, role: "ACTIVE" };
    await later();
    await waitFor(() => expect(notice()).toBeNull());
    expect(screen.getByLabelText("Text")).toHaveValue("An hour of work");
  });

  it("redirects after the changes were discarded", async () => {
    const { user, dialog } = await surprised();
    await user.click(within(dialog).getByRole("button", { name: "Discard changes" }));
    expect(await heading("Cluster")).toBeVisible();
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  it("redirects once nothing is unsaved", async () => {
    const { user, dialog } = await surprised();
    await user.click(within(dialog).getByRole("button", { name: "Keep the page" }));
    await user.clear(screen.getByLabelText("Text"));
    expect(await heading("Cluster")).toBeVisible();
  });
});

describe("a console whose role cannot be read", () => {
  it("is treated as active: the server refuses what it must", async () => {
    server.use(http.get("*/activePassiveConsoleInfo", () => HttpResponse.json({ message: "Down." }, { status: 503 })));
    await opened(paths.license);
    expect(await heading("License")).toBeVisible();
  });
});
