import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { GO, PAGE_NOT_TAKEN, PAGE_TAKEN } from "../features/frame/page.ts";
import { getPage, postForm } from "../platform/api/postForm.ts";
import { UNANSWERED } from "./guard.ts";
import { posting } from "./posting.ts";

vi.mock("../platform/api/postForm.ts", () => ({
  getPage: vi.fn<typeof getPage>(),
  postForm: vi.fn<typeof postForm>(),
}));

const PAGE = `
  <div class="hanse-frame"><form method="post" action="/frame/contracts/add">
    <button name="_do" value="add:rows" id="f-add">Add</button>
    <button name="_do" value="act:export" data-download>Export</button>
  </form></div>`;
const shown = vi.fn();
const taken = vi.fn();
const native = vi.fn();

function answer(body: string, path = "/frame/contracts/add"): void {
  const page = document.implementation.createHTMLDocument();
  page.title = "Two rows";
  page.body.innerHTML = body;
  vi.mocked(postForm).mockResolvedValue({ page, address: new URL(path, location.href) });
}

// The listener stays on the document, as all pages of a frame share one document.
posting(document, shown);

beforeEach(() => {
  for (const each of [shown, taken, native]) each.mockReset();
  vi.mocked(postForm).mockReset();
  history.replaceState(null, "", "/frame/contracts/add");
  document.body.innerHTML = PAGE;
  document.addEventListener(PAGE_TAKEN, taken);
  vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(native);
});

afterEach(() => document.removeEventListener(PAGE_TAKEN, taken));

function press(button = "#f-add"): boolean {
  const submitter = document.querySelector<HTMLButtonElement>(button);
  const event = new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true });
  return document.querySelector("form")?.dispatchEvent(event) ?? false;
}

/** Lets the console lead the page to an address. Returns true if a listener handled it. */
const lead = (address: string) => !document.dispatchEvent(new CustomEvent(GO, { detail: address, cancelable: true }));

function there(body: string, path: string) {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = body;
  return { page, address: new URL(path, location.href) };
}

const LIST = (search: string) => `<div class="hanse-frame"><form method="get" data-search>
  <input type="search" name="search" value="${search}"></form>${search}</div>`;

describe("navigation by the console", () => {
  it("loads the page into this document and shows the requested part", async () => {
    vi.mocked(getPage).mockResolvedValue(there('<div class="hanse-frame">item</div>', "/frame/contracts/edit/1"));
    const steps = history.length;
    expect(lead("/frame/contracts/edit/1#name")).toBe(true);
    await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
    expect([document.body.textContent, history.length]).toEqual(["item", steps]);
    expect(location.pathname + location.hash).toBe("/frame/contracts/edit/1#name");
  });

  it("shows the last requested page, whichever answer comes last", async () => {
    let first: (answer: ReturnType<typeof there>) => void = () => {};
    vi.mocked(getPage).mockReturnValueOnce(new Promise((resolve) => (first = resolve)));
    vi.mocked(getPage).mockResolvedValueOnce(there('<div class="hanse-frame">two</div>', "/frame/two"));
    lead("/frame/one");
    lead("/frame/two");
    await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
    first(there('<div class="hanse-frame">one</div>', "/frame/one"));
    await Promise.resolve();
    expect([document.body.textContent, taken.mock.calls.length]).toEqual(["two", 1]);
  });

  it("keeps text typed into a search meanwhile", async () => {
    document.body.innerHTML = LIST("");
    const field = document.querySelector("input");
    field?.focus();
    vi.mocked(getPage).mockResolvedValue(there(LIST("han"), "/frame/contracts?search=han"));
    lead("/frame/contracts?search=han");
    if (field) field.value = "hans";
    await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(document.querySelector("input")).toHaveFocus());
    expect(document.querySelector("input")).not.toBe(field);
    expect(document.querySelector("input")).toHaveValue("hans");
  });

  it.each([
    ["nothing is answered", undefined],
    ["no page of ours is answered", there("<h1>Away</h1>", "/frame/contracts")],
    [
      "the page is of another build",
      there('<div class="hanse-frame"></div><script type="module" src="/new.js"></script>', "/"),
    ],
  ])("reports a failure where %s", async (_, answered) => {
    const failed = vi.fn();
    document.addEventListener(PAGE_NOT_TAKEN, failed, { once: true });
    vi.mocked(getPage).mockResolvedValue(answered);
    lead("/frame/contracts");
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(1));
    expect(taken).not.toHaveBeenCalled();
  });
});

describe("a posted form", () => {
  it("replaces the page without a step in the history", async () => {
    answer('<div class="hanse-frame">rows</div>');
    const steps = history.length;
    const [form, button] = [document.querySelector("form"), document.getElementById("f-add")];
    expect(press()).toBe(false);
    // Nothing is sent twice.
    expect(press()).toBe(false);
    await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
    expect(postForm).toHaveBeenCalledExactlyOnceWith(form, button);
    expect([document.title, document.body.textContent, history.length]).toEqual(["Two rows", "rows", steps]);
    expect(shown).toHaveBeenCalledTimes(1);
    expect(location.pathname + location.hash).toBe("/frame/contracts/add#f-add");
  });

  it("updates the address to that of the answer", async () => {
    answer('<div class="hanse-frame">saved</div>', "/frame/contracts");
    press();
    await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
    expect([location.pathname, document.body.textContent]).toEqual(["/frame/contracts", "saved"]);
  });

  it("is posted once if a form keeps its input, since the result is unknown", async () => {
    vi.mocked(postForm).mockResolvedValue(undefined);
    const kept = vi.fn((event: Event) => event.preventDefault());
    document.querySelector("form")?.addEventListener(UNANSWERED, kept);
    expect(press()).toBe(false);
    await vi.waitFor(() => expect(kept).toHaveBeenCalledTimes(1));
    expect(native).not.toHaveBeenCalled();
    // The user decides about sending it again.
    expect(press()).toBe(false);
    await vi.waitFor(() => expect(postForm).toHaveBeenCalledTimes(2));
  });

  it("is left to the browser if the answer is a file", () => {
    document.addEventListener("submit", (event) => event.preventDefault(), { once: true });
    press("[data-download]");
    expect(postForm).not.toHaveBeenCalled();
  });

  it("is left to the browser if the answer is not one of our pages", async () => {
    vi.mocked(postForm).mockResolvedValue(undefined);
    press();
    await vi.waitFor(() => expect(native).toHaveBeenCalledExactlyOnceWith(document.getElementById("f-add")));
    expect([shown.mock.calls.length, document.querySelector("form") === null]).toEqual([0, false]);
    // The browser sends it now.
    expect(press()).toBe(true);
  });
});
