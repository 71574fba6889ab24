import { describe, expect, it, vi } from "vitest";
import type { Leaf } from "../../platform/page/navigation.ts";
import { frameNode, innerAddress, outerAddress } from "../../screens/frame/places.ts";
import {
  captureLinks,
  isSessionOver,
  passOnShortcuts,
  readPage,
  reportFocus,
  TAKES_KEYS,
  watchUnsaved,
} from "./page.ts";

function pageOf(html: string): Document {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = html;
  return page;
}

const HEAD = `<div class="hanse-frame"><header class="hanse-frame__head"><nav></nav><h1> Kontor </h1>
  <p class="hanse-frame__description">What it is for</p>
  <a class="hanse-frame__action" href="/pf-admin-ui/frame/clients/add">Add Client</a></header></div>`;

describe("the state of a page", () => {
  it("is read from its attributes", () => {
    expect(readPage(pageOf(HEAD))).toEqual({
      title: "Kontor",
      description: "What it is for",
      action: { label: "Add Client", address: "/pf-admin-ui/frame/clients/add" },
      isBelow: true,
    });
    expect(readPage(pageOf('<div class="hanse-frame"><h1>List</h1></div>'))).toEqual({
      title: "List",
      description: "",
      action: undefined,
      isBelow: false,
    });
  });

  it("is absent if the page is not one of ours", () => {
    expect(readPage(pageOf("<h1>This site cannot be reached</h1>"))).toBeUndefined();
  });

  it("reports an expired session", () => {
    expect(isSessionOver(pageOf('<div class="hanse-frame" data-session="over"></div>'))).toBe(true);
    expect(isSessionOver(pageOf(HEAD))).toBe(false);
  });

  it("reports unsaved changes now and later", async () => {
    document.body.innerHTML = '<div class="hanse-frame" data-unsaved></div>';
    const told = vi.fn<(unsaved: boolean) => void>();
    watchUnsaved(document, told);
    expect(told).toHaveBeenLastCalledWith(true);
    document.querySelector(".hanse-frame")?.removeAttribute("data-unsaved");
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(false));
  });
});

it("reports that the focus entered the frame", async () => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  const told = vi.fn();
  document.addEventListener("focus", told, true);
  const stop = reportFocus(frame);
  window.dispatchEvent(new FocusEvent("blur"));
  await new Promise((resolve) => setTimeout(resolve));
  // The window went to the background; the focus stayed in place.
  expect(told).not.toHaveBeenCalled();
  const focus = vi.spyOn(document, "activeElement", "get").mockReturnValue(frame);
  window.dispatchEvent(new FocusEvent("blur"));
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  focus.mockRestore();
  stop();
});

describe("links of a page", () => {
  const gone = vi.fn<(address: URL) => void>();
  function show(html: string): void {
    gone.mockReset();
    const page = document.createElement("div");
    page.innerHTML = html;
    document.body.replaceChildren(page);
    captureLinks(page as unknown as Document, gone);
    // The browser would follow an event that no handler has prevented.
    page.addEventListener("click", (event) => event.preventDefault());
    page.addEventListener("submit", (event) => event.preventDefault());
  }
  const click = (how: MouseEventInit = {}) =>
    document.querySelector("a")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...how }));

  it("are followed by the console", () => {
    show('<a href="/pf-admin-ui/frame/clients/edit/x">x</a>');
    click();
    expect(gone.mock.calls.map(([address]) => address.pathname)).toEqual(["/pf-admin-ui/frame/clients/edit/x"]);
  });

  it("are the console's to go where they lead to the top window", () => {
    show('<a href="/security/keys" target="_top">x</a>');
    click();
    expect(gone.mock.calls.map(([address]) => address.pathname)).toEqual(["/security/keys"]);
  });

  it.each([
    ["a place on the page", '<a href="#section-1">x</a>', {}],
    ["another window", '<a href="/x" target="_blank">x</a>', {}],
    ["a file", '<a href="/x" download>x</a>', {}],
    ["a click that asks for a tab", '<a href="/x">x</a>', { ctrlKey: true }],
    ["another button", '<a href="/x">x</a>', { button: 1 }],
  ])("are left to the browser: %s", (_, html, how) => {
    show(html);
    click(how);
    expect(gone).not.toHaveBeenCalled();
  });

  it("include search forms, and not forms that save", () => {
    show('<form method="get" action="/pf-admin-ui/frame/clients"><input name="q" value="kontor"></form>');
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    expect(gone.mock.calls.map(([address]) => address.pathname + address.search)).toEqual([
      "/pf-admin-ui/frame/clients?q=kontor",
    ]);
    show('<form method="post" action="/pf-admin-ui/frame/clients"></form>');
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    expect(gone).not.toHaveBeenCalled();
  });
});

describe("keys pressed in a page", () => {
  it("are the console's shortcuts, and others stay in the page", () => {
    const page = pageOf("<input>");
    passOnShortcuts(page);
    const heard: string[] = [];
    const take = (event: KeyboardEvent) => {
      heard.push(`${event.ctrlKey ? "Control" : "Meta"} ${event.key}`);
      if (event.key === "k") event.preventDefault();
    };
    document.addEventListener("keydown", take);
    const press = (key: string, keys: KeyboardEventInit) =>
      !page
        .querySelector("input")
        ?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...keys }));
    expect(press("k", { ctrlKey: true })).toBe(true);
    expect(press("k", { metaKey: true })).toBe(true);
    expect(press("c", { ctrlKey: true })).toBe(false);
    expect(press("k", {})).toBe(false);
    document.removeEventListener("keydown", take);
    expect(heard).toEqual(["Control k", "Meta k", "Control c"]);
  });

  it("all go to the console while its search is open, so that no letter is lost", () => {
    const page = pageOf("<input>");
    passOnShortcuts(page);
    const heard: string[] = [];
    const take = (event: KeyboardEvent) => {
      heard.push(event.key);
      event.preventDefault();
    };
    const search = document.body.appendChild(document.createElement("button"));
    document.addEventListener("keydown", take);
    const press = (key: string) =>
      !page
        .querySelector("input")
        ?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    expect(press("a")).toBe(false);
    search.setAttribute(TAKES_KEYS, "");
    expect(press("b")).toBe(true);
    search.remove();
    expect(press("c")).toBe(false);
    document.removeEventListener("keydown", take);
    expect(heard).toEqual(["b"]);
  });
});

describe("places", () => {
  const node = { id: "clients", path: "/applications/oauth/clients", react: false } as Leaf;
  const screen = { id: "license", path: "/license", react: true } as Leaf;

  it.each([
    ["/applications/oauth/clients", "", "/pf-admin-ui/frame/clients"],
    ["/applications/oauth/clients/edit/a%20b", "", "/pf-admin-ui/frame/clients/edit/a%20b"],
    ["/applications/oauth/clients", "?q=x&page=2", "/pf-admin-ui/frame/clients?q=x&page=2"],
  ])("have two addresses: %s%s", (pathname, search, inner) => {
    expect(innerAddress(node, { pathname, search })).toBe(inner);
    expect(outerAddress(node, new URL(inner, "https://kontor.example"))).toBe(pathname + search);
  });

  it.each(["/pf-admin-ui/frame/clientSettings", "/login", "/pf-admin-ui/frame/clients2/x"])(
    "of other nodes do not belong to this one: %s",
    (path) => {
      expect(outerAddress(node, new URL(path, "https://kontor.example"))).toBeUndefined();
    },
  );

  it("belong to the node at or above them, unless the console renders it", () => {
    expect(frameNode([screen, node], "/applications/oauth/clients/edit/x")).toBe(node);
    expect(frameNode([screen, node], "/applications/oauth/clients")).toBe(node);
    expect(frameNode([screen, node], "/applications/oauth/clients-of-others")).toBeUndefined();
    expect(frameNode([screen, node], "/license")).toBeUndefined();
  });
});
