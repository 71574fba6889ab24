import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LockedPlace, UiSettings } from "../platform/api/session.ts";
import { Screen } from "../platform/page/Screen.tsx";
import { expectAccessible } from "../test/axe.ts";
import { serveNoBanners } from "../test/banners.ts";
import { administrator, renderInConsole } from "../test/render.tsx";
import { server } from "../test/server.ts";
import { settings } from "../test/uiSettings.ts";
import { Shell } from "./Shell.tsx";

const assign = vi.fn();
let visited: unknown[];

function Content() {
  return (
    <Screen title="This Screen" description="What it is for.">
      <p>Content</p>
    </Screen>
  );
}

function answering(changes: Partial<UiSettings> = {}) {
  server.use(http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ ...settings, ...changes })));
}

async function shell(changes: Partial<UiSettings> = {}) {
  answering(changes);
  const view = await renderInConsole(Content, { frame: Shell });
  await screen.findByRole("link", { name: "This Screen" });
  await screen.findByRole("heading", { level: 1 });
  return view;
}

beforeEach(() => {
  assign.mockReset();
  vi.spyOn(window.location, "assign").mockImplementation(assign);
  visited = [];
  serveNoBanners();
  server.use(
    http.get("*/pf-admin-ui/extendSession", () => new HttpResponse(null, { status: 204 })),
    http.get("*/pf-admin-ui/notifications", () => HttpResponse.json({ items: [] })),
    http.post("*/pf-admin-ui/apitoken", () => HttpResponse.json({ access_token: "t", expires_in: 600 })),
    http.post("*/pf-admin-api/v1/internal/user/shortcuts/recent", async ({ request }) => {
      visited.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  // The test DOM has no layout: this is a width at which the navigation has its own column.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1440);
});

describe("the shell", () => {
  it("has no accessibility finding, and names the page", async () => {
    const { container } = await shell();
    await expectAccessible(container);
    expect(document.title).toBe("This Screen · Hanse");
    const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    expect(trail.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Home",
      "System",
      "Server",
      "This Screen",
    ]);
  });

  it("has one of six drawings or the static background, as configured", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const still = await shell();
    expect(still.container.querySelector("[data-drawing]")).toHaveAttribute("data-drawing", "static");
    still.unmount();
    const { container } = await shell({ showBackground: true });
    expect(container.querySelector("[data-drawing]")).toHaveAttribute("data-drawing", "4");
  });

  it("opens the current area, marks the page, and omits empty areas", async () => {
    await shell();
    const areas = within(screen.getByRole("navigation", { name: "Areas" }));
    expect(areas.getByRole("button", { name: "System pages" })).toHaveAttribute("aria-expanded", "true");
    expect(areas.getByRole("link", { name: "This Screen" })).toHaveAttribute("aria-current", "page");
    expect(areas.queryByText("Security")).not.toBeInTheDocument();
  });

  it("moves the focus to the heading after navigation", async () => {
    await shell();
    const heading = screen.getByRole("heading", { level: 1 });
    const focus = vi.spyOn(HTMLElement.prototype, "focus");
    expect(heading).not.toHaveFocus();
    await userEvent.click(screen.getByRole("link", { name: "Other Screen" }));
    await waitFor(() => expect(focus.mock.contexts).toContain(screen.getByRole("heading", { name: "Other" })));
  });

  it("leaves the focus in a field of the new page", async () => {
    const Form = () => (
      <>
        <h1>Form</h1>
        <input aria-label="Name" ref={(field) => field?.focus()} />
      </>
    );
    answering();
    const { router } = await renderInConsole(Form, { frame: Shell });
    await screen.findByRole("heading", { name: "Form" });
    await router.navigate({ to: "/other" as never });
    await screen.findByRole("heading", { name: "Other" });
    const rendered = new Promise<void>((resolve) => router.subscribe("onRendered", () => resolve()));
    await router.navigate({ to: "/screen" as never });
    await rendered;
    expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
  });

  it("reports each opened page to the server once", async () => {
    const { router } = await shell();
    await waitFor(() => expect(visited).toEqual([{ id: "screen" }]));
    await userEvent.click(screen.getByRole("link", { name: "Other Screen" }));
    await waitFor(() => expect(visited).toEqual([{ id: "screen" }, { id: "other" }]));
    await router.navigate({ to: "/screen" as never });
    await waitFor(() => expect(visited).toEqual([{ id: "screen" }, { id: "other" }, { id: "screen" }]));
  });

  it("names the role that a page requires, and does not open it", async () => {
    const roles: LockedPlace["roles"] = ["CRYPTO_ADMINISTRATOR", "ADMINISTRATOR"];
    await shell({ lockedPlaces: [{ label: "This Screen", path: "/screen", roles }] });
    expect(screen.getByText(/requires the crypto administrator or administrator role/)).toBeVisible();
    expect(screen.queryByText("Content")).not.toBeInTheDocument();
  });

  it("requests no banners for auditors", async () => {
    const asked: string[] = [];
    server.events.on("request:start", ({ request }) => asked.push(new URL(request.url).pathname));
    answering();
    await renderInConsole(Content, { frame: Shell, session: { ...administrator, auditor: true } });
    await screen.findByRole("heading", { name: "This Screen" });
    server.events.removeAllListeners();
    expect(asked.filter((path) => /Warnings|Administrators|licenseExpiry|replicationInfo/.test(path))).toEqual([]);
    expect(screen.queryByRole("region", { name: "Banners" })).toBeNull();
  });

  it("shows the screen while banners load slowly", async () => {
    server.use(http.get("*/internal/replicationInfo", () => new Promise<never>(() => undefined)));
    answering();
    await renderInConsole(Content, { frame: Shell });
    expect(await screen.findByRole("heading", { name: "This Screen" }, { timeout: 5_000 })).toBeVisible();
  });

  it("works when the server refuses a report", async () => {
    server.use(http.post("*/internal/user/shortcuts/recent", () => HttpResponse.json({}, { status: 503 })));
    await shell();
    await userEvent.click(screen.getByRole("link", { name: "Other Screen" }));
    expect(await screen.findByRole("heading", { name: "Other" })).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
  });

  it("shortens the name of the environment", async () => {
    await shell();
    expect(screen.getByText("Production Euro...")).toBeVisible();
  });

  it("signs out through the log-out service, and shows the signed-in user", async () => {
    await shell();
    await userEvent.click(screen.getByRole("button", { name: "Account" }));
    await userEvent.click(screen.getByRole("menuitem", { name: "Sign Out (Administrator)" }));
    expect(assign).toHaveBeenCalledExactlyOnceWith("/pf-admin-ui/logout");
    window.dispatchEvent(new Event("pageshow"));
  });

  it("offers the documentation only when it has an address", async () => {
    await shell({ documentationUrls: { "main-menu": "https://docs.example/" } });
    await userEvent.click(screen.getByRole("button", { name: "Help" }));
    expect(screen.getByRole("menuitem", { name: /Documentation/ })).toHaveAttribute("href", "https://docs.example/");
  });

  it.each([
    ["IdP Application Endpoints", "idp-application"],
    ["IdP Endpoints", "idp"],
    ["SP Application Endpoints", "sp-application"],
    ["SP Endpoints", "sp"],
    ["OAuth Endpoints", "oauth"],
  ])("opens %s in a window of 800 by 800, which is raised on the second click", async (name, kind) => {
    const focus = vi.fn();
    const open = vi.spyOn(window, "open").mockReturnValue({ focus } as unknown as Window);
    await shell();
    await userEvent.click(screen.getByRole("button", { name: "Help" }));
    await userEvent.click(screen.getByRole("menuitem", { name }));
    expect(open).toHaveBeenCalledExactlyOnceWith(
      `/help/endpoints/${kind}`,
      `hanse-endpoints-${kind}`,
      "popup,width=800,height=800",
    );
    expect(focus).toHaveBeenCalledOnce();
  });

  it.each([
    [null, null, undefined],
    ["eu", null, undefined],
    [null, "7bb1b4e9", undefined],
    ["com.au", "7bb1b4e9", "https://console.pingone.com.au/?env=7bb1b4e9"],
  ])("with region %j and environment %j the home button links to %j", async (region, environment, address) => {
    const { baseElement } = await shell({ pingOneAdminUrlRegion: region, pingOneAdminUrlEnvironmentId: environment });
    const name = /^PingOne administrative console/;
    if (address === undefined) {
      expect(screen.queryByRole("link", { name })).not.toBeInTheDocument();
      return;
    }
    const home = await screen.findByRole("link", { name });
    expect(home).toHaveAttribute("href", address);
    expect(home).toHaveAttribute("rel", "noreferrer");
    await expectAccessible(baseElement);
  });

  it("leaves when another tab has signed out", async () => {
    await shell();
    const event = Object.assign(new Event("storage"), { key: "hanse.session", newValue: "ended 1" });
    act(() => void window.dispatchEvent(event));
    expect(assign).toHaveBeenCalledExactlyOnceWith("/pf-admin-ui/logout?session=");
  });

  it("shows version, FIPS mode, license link and year in About", async () => {
    await shell();
    await userEvent.click(screen.getByRole("button", { name: "Help" }));
    expect(screen.queryByRole("menuitem", { name: /Documentation/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("menuitem", { name: "About" }));
    const about = within(await screen.findByRole("dialog"));
    expect(about.getByText("1.2.3")).toBeVisible();
    expect(about.getByText("FIPS Mode: Enabled")).toBeVisible();
    expect(about.getByText(/© 2024/)).toBeVisible();
    expect(about.getByRole("link", { name: "View / Update License" })).toHaveAttribute(
      "href",
      "/system/server/license",
    );
  });

  it("logs out when the settings are refused", async () => {
    server.use(http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({}, { status: 500 })));
    await renderInConsole(Content, { frame: Shell });
    await waitFor(() => expect(assign).toHaveBeenCalledWith(expect.stringContaining("/pf-admin-ui/logout")));
  });

  it("stays and offers to try again when the server does not answer", async () => {
    server.use(http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.error()));
    await renderInConsole(Content, { frame: Shell });
    const again = await screen.findByRole("button", { name: "Try again" });
    answering();
    await userEvent.click(again);
    expect(await screen.findByRole("link", { name: "This Screen" })).toBeVisible();
    expect(assign).not.toHaveBeenCalled();
  });
});
