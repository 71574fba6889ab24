import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { GO, PAGE_NOT_TAKEN, PAGE_TAKEN } from "../../features/frame/page.ts";
import type { Leaf } from "../../platform/page/navigation.ts";
import { helpLinkKey } from "../../platform/page/uiSettings.ts";
import { renderInConsole } from "../../test/render.tsx";
import { server } from "../../test/server.ts";
import { Frame } from "./Frame.tsx";

const node = { id: "oauthClients", label: "Clients", path: "/screen", level: "LEAF", react: false, children: [] };
const ADDRESS = `${window.location.origin}/pf-admin-ui/frame/oauthClients`;
const LIST = `<div class="hanse-frame"><header class="hanse-frame__head"><h1>Clients</h1>
  <p class="hanse-frame__description">Who may ask for tokens</p>
  <a class="hanse-frame__action" href="/pf-admin-ui/frame/oauthClients/add">Add Client</a></header>
  <a href="/pf-admin-ui/frame/oauthClients?page=2">Next</a></div>`;
const replaced = vi.fn<(address: string | URL) => void>();
const there = { location: { href: ADDRESS, pathname: "", search: "", replace: replaced } } as unknown as Window;

beforeEach(() => {
  replaced.mockReset();
  server.use(http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree: [] })));
});

/** Renders a frame and sets its page, because the test DOM does not load pages. */
async function show(html: string, address = ADDRESS) {
  const rendered = await renderInConsole(() => <Frame node={node as unknown as Leaf} />);
  const element = document.querySelector("iframe") as HTMLIFrameElement;
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  Object.defineProperty(page, "URL", { value: address, configurable: true });
  Object.defineProperty(element, "contentDocument", { value: page, configurable: true });
  Object.defineProperty(element, "contentWindow", { value: there, configurable: true });
  fireEvent.load(element);
  return { ...rendered, element, page };
}

describe("the inner frame", () => {
  it("gives the console its title, description and action", async () => {
    const { element } = await show(LIST);
    expect(await screen.findByRole("heading", { level: 1, name: "Clients" })).toBeInTheDocument();
    expect(screen.getByText("Who may ask for tokens")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Add Client" })).toHaveAttribute("href", "/screen/add");
    expect(element).toBeVisible();
    expect(element).toHaveAttribute("aria-busy", "false");
  });

  it("follows the console, and its links are steps of the history", async () => {
    const { router, page, element } = await show(LIST);
    act(() => {
      page.querySelector<HTMLAnchorElement>("a[href*=page]")?.click();
    });
    await waitFor(() => expect(router.latestLocation.searchStr).toBe("?page=2"));
    // In a new frame, whose history has no step back.
    await waitFor(() =>
      expect(document.querySelector("iframe")).toHaveAttribute("src", "/pf-admin-ui/frame/oauthClients?page=2"),
    );
    expect(element.isConnected).toBe(false);
  });

  it("stays the same element if its document can load the page, and is replaced if that fails", async () => {
    const { router, page, element } = await show(LIST);
    const asked = vi.fn((event: Event) => event.preventDefault());
    page.addEventListener(GO, asked);
    act(() => {
      page.querySelector<HTMLAnchorElement>("a[href*=page]")?.click();
    });
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(asked.mock.lastCall?.[0]).toMatchObject({ detail: "/pf-admin-ui/frame/oauthClients?page=2" });
    expect([element.isConnected, element.getAttribute("aria-busy")]).toEqual([true, "true"]);
    expect(await screen.findByRole("progressbar", { name: "Loading" })).toBeInTheDocument();
    expect(router.latestLocation.searchStr).toBe("?page=2");
    act(() => void page.dispatchEvent(new Event(PAGE_NOT_TAKEN)));
    expect(element.isConnected).toBe(false);
    expect(document.querySelector("iframe")).toHaveAttribute("src", "/pf-admin-ui/frame/oauthClients?page=2");
  });

  it("stays on the previous page if the user goes back as soon as a page has arrived", async () => {
    const navTree = [{ ...node, children: [] }];
    server.use(http.get("*/pf-admin-ui/uiSettings", () => HttpResponse.json({ navTree })));
    const { router, page } = await show(LIST);
    const asked = vi.fn((event: Event) => event.preventDefault());
    page.addEventListener(GO, asked);
    act(() => page.querySelector<HTMLAnchorElement>("a[href*=page]")?.click());
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    Object.defineProperty(page, "URL", { value: `${ADDRESS}?page=2` });
    act(() => {
      page.dispatchEvent(new Event(PAGE_TAKEN));
      router.history.back();
    });
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
    expect(asked.mock.lastCall?.[0]).toMatchObject({ detail: "/pf-admin-ui/frame/oauthClients" });
    expect(router.latestLocation.searchStr).toBe("");
  });

  it("leaves to other screens of the console without a reload", async () => {
    const { router, page } = await show(`${LIST}<a href="/elsewhere?tab=two">Elsewhere</a>`);
    act(() => {
      page.querySelector<HTMLAnchorElement>("a[href*=elsewhere]")?.click();
    });
    await waitFor(() => expect(router.latestLocation.href).toBe("/elsewhere?tab=two"));
  });

  it("scrolls another page of the same place to its top, and keeps the position on the same page", async () => {
    const { element, page } = await show(LIST);
    const scroller = element.parentElement as HTMLElement;
    scroller.style.overflowY = "auto";
    const scrolled = vi.fn();
    scroller.scrollTo = scrolled;
    fireEvent.load(element);
    expect(scrolled).not.toHaveBeenCalled();
    (page.querySelector("h1") as HTMLElement).textContent = "Contract Mapping";
    fireEvent.load(element);
    expect(scrolled).toHaveBeenCalledWith({ top: 0 });
  });

  it("reserves the height that a page had last time", async () => {
    const room = () => document.querySelector<HTMLElement>(".hanse-inner-frame__room");
    const measured = vi
      .spyOn(HTMLElement.prototype, "getBoundingClientRect")
      .mockReturnValue(new DOMRect(0, 0, 9, 777));
    const { element, unmount } = await show(LIST);
    const seen = document.implementation.createHTMLDocument();
    seen.body.innerHTML = LIST;
    Object.defineProperty(seen, "URL", { value: ADDRESS });
    Object.defineProperty(seen, "defaultView", { value: window });
    Object.defineProperty(element, "contentDocument", { value: seen, configurable: true });
    fireEvent.load(element);
    await waitFor(() => expect(element.style.blockSize).toBe("777px"));
    unmount();
    measured.mockRestore();
    await renderInConsole(() => <Frame node={{ ...node, path: "/screen" } as unknown as Leaf} />);
    expect(room()?.style.minBlockSize).toBe("777px");
  });

  it("reports that there is no answer, and tries again", async () => {
    const { element } = await show("<h1>This site cannot be reached</h1>");
    expect(await screen.findByText("The server is not responding.")).toBeInTheDocument();
    fireEvent.click(screen.getByRole("button", { name: "Load again" }));
    expect(element.isConnected).toBe(false);
    expect(document.querySelector("iframe")).toHaveAttribute("src", "/pf-admin-ui/frame/oauthClients");
  });

  it("restores its own page without a question when the console is already there", async () => {
    const unsaved = LIST.replace('class="hanse-frame"', 'class="hanse-frame" data-unsaved');
    const { page, element } = await show(`${unsaved}<a href="${ADDRESS}">Cancel</a>`);
    act(() => {
      page.querySelector<HTMLAnchorElement>(`a[href="${ADDRESS}"]`)?.click();
    });
    expect(replaced.mock.calls.map(([address]) => String(address))).toEqual([ADDRESS]);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(element.isConnected).toBe(true);
  });

  it("shows another page that its document loaded", async () => {
    const { page } = await show(LIST);
    page.body.innerHTML = '<div class="hanse-frame"><header class="hanse-frame__head"><h1>Kontor</h1></header></div>';
    act(() => {
      page.dispatchEvent(new Event(PAGE_TAKEN));
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Kontor" })).toBeInTheDocument();
  });

  it("replaces the console's help while it is shown", async () => {
    const { queries, unmount } = await show(LIST);
    const message = { kind: "updateHelpLink", url: "/docs/clients" };
    act(() => {
      window.dispatchEvent(
        new MessageEvent("message", { data: message, origin: window.location.origin, source: there }),
      );
    });
    expect(queries.getQueryData(helpLinkKey)).toBe("/docs/clients");
    unmount();
    expect(queries.getQueryData(helpLinkKey)).toBe("");
  });
});
