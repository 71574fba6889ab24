import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PAGE_TAKEN } from "../features/frame/page.ts";
import { postForm } from "../platform/api/postForm.ts";
import { UNANSWERED } from "./guard.ts";
import { posting } from "./posting.ts";

vi.mock("../platform/api/postForm.ts", () => ({ postForm: vi.fn<typeof postForm>() }));

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

// The listener is the document's for good, as a page in the frame has one document.
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

describe("what is posted", () => {
  it("brings another page in place of this one, and no step of the history", async () => {
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

  it("leads to where the answer is from", async () => {
    answer('<div class="hanse-frame">saved</div>', "/frame/contracts");
    press();
    await vi.waitFor(() => expect(taken).toHaveBeenCalledTimes(1));
    expect([location.pathname, document.body.textContent]).toEqual(["/frame/contracts", "saved"]);
  });

  it("is sent once where a form keeps what was entered, as nobody knows what came of it", async () => {
    vi.mocked(postForm).mockResolvedValue(undefined);
    const kept = vi.fn((event: Event) => event.preventDefault());
    document.querySelector("form")?.addEventListener(UNANSWERED, kept);
    expect(press()).toBe(false);
    await vi.waitFor(() => expect(kept).toHaveBeenCalledTimes(1));
    expect(native).not.toHaveBeenCalled();
    // It is for whoever pressed to send it again.
    expect(press()).toBe(false);
    await vi.waitFor(() => expect(postForm).toHaveBeenCalledTimes(2));
  });

  it("is the browser's affair where a file is answered", () => {
    document.addEventListener("submit", (event) => event.preventDefault(), { once: true });
    press("[data-download]");
    expect(postForm).not.toHaveBeenCalled();
  });

  it("is the browser's affair where no page of ours is answered", async () => {
    vi.mocked(postForm).mockResolvedValue(undefined);
    press();
    await vi.waitFor(() => expect(native).toHaveBeenCalledExactlyOnceWith(document.getElementById("f-add")));
    expect([shown.mock.calls.length, document.querySelector("form") === null]).toEqual([0, false]);
    // It is sent by the browser now.
    expect(press()).toBe(true);
  });
});
