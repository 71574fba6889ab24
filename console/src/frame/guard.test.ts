import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FRAME_TEXTS } from "../test/frameTexts.ts";
import { server } from "../test/server.ts";
import { focusWhereNeeded } from "./focus.ts";
import { guard, UNANSWERED } from "./guard.ts";

const FORM = `
  <form class="hanse-form">
    <input id="f-name" name="name" value="before"><input name="_search:owner">
    <button type="submit" data-save>Save</button><button type="submit" name="_do" value="add:rows">Add</button>
    <button type="submit" name="_do" value="act:export" data-download>Export</button>
    <div class="hanse-form__actions"><a href="#stored" data-reverts>Cancel</a><span id="save-reason"></span></div>
    <input type="hidden" name="_token" value="old">
  </form>`;
const sent = vi.fn<(button: Element | null | undefined) => void>();
const problem = () => document.querySelector("[role=alert]")?.textContent;

function show(about = "", before = ""): HTMLElement {
  document.body.innerHTML = `<div class="hanse-frame" tabindex="-1" ${FRAME_TEXTS} ${about}>${before}${FORM}</div>`;
  return document.querySelector(".hanse-frame") as HTMLElement;
}

const field = (name: string) => document.querySelector(`[name="${name}"]`) as HTMLInputElement;
const form = () => document.querySelector("form") as HTMLFormElement;
const reason = () => document.getElementById("save-reason")?.textContent;

function enter(name: string, value: string): void {
  field(name).value = value;
  field(name).dispatchEvent(new Event("input", { bubbles: true }));
}

function submit(button: string): boolean {
  const submitter = document.querySelector<HTMLButtonElement>(button);
  return form().dispatchEvent(new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true }));
}

describe("unsaved changes", () => {
  let main: HTMLElement;
  beforeEach(() => {
    main = show("data-guarded");
    sent.mockReset();
    // As a browser does: dispatches the event again, and submits the form if nothing prevents it.
    vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(function (this: HTMLFormElement, button) {
      const event = new SubmitEvent("submit", { submitter: button ?? null, bubbles: true, cancelable: true });
      if (this.dispatchEvent(event)) sent(button);
    });
    server.use(http.get("*/pf-admin-ui/session", () => HttpResponse.json({})));
    guard(document, new AbortController().signal);
  });

  it("are input that was not reverted", () => {
    expect([main.hasAttribute("data-unsaved"), reason()]).toEqual([false, "[unchanged]"]);
    enter("name", "after");
    expect([main.hasAttribute("data-unsaved"), reason()]).toEqual([true, ""]);
    enter("name", "before");
    expect(main.hasAttribute("data-unsaved")).toBe(false);
  });

  it("include what was entered before the script started", () => {
    main = show("data-guarded");
    field("name").value = "typed early";
    guard(document, new AbortController().signal);
    expect([main.hasAttribute("data-unsaved"), reason()]).toEqual([true, ""]);
    enter("name", "before");
    expect(main.hasAttribute("data-unsaved")).toBe(false);
  });

  it("are not needed to save a new form whose address named its values", () => {
    main = show("data-guarded data-prefilled");
    guard(document, new AbortController().signal);
    expect([main.hasAttribute("data-unsaved"), reason()]).toEqual([false, ""]);
    expect(document.querySelector("[data-save]")).toHaveAttribute("aria-disabled", "false");
    // The form is sent once the server answers; a form without changes is never sent.
    submit("[data-save]");
    expect(form().inert).toBe(true);
  });

  it("are needed for the Cancel that restores the stored values", () => {
    const cancel = document.querySelector("[data-reverts]") as HTMLElement;
    const press = () => cancel.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    expect([cancel.getAttribute("aria-disabled"), press()]).toEqual(["true", false]);
    enter("name", "after");
    expect([cancel.getAttribute("aria-disabled"), press()]).toEqual(["false", true]);
    enter("name", "before");
    expect([cancel.getAttribute("aria-disabled"), press()]).toEqual(["true", false]);
  });

  it("are reverted by that Cancel without the browser's question", () => {
    const cancel = document.querySelector("[data-reverts]") as HTMLElement;
    const press = (keys: MouseEventInit = {}) =>
      cancel.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));
    const isGuarded = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    enter("name", "after");
    expect(isGuarded()).toBe(true);
    press({ ctrlKey: true });
    expect(isGuarded()).toBe(true);
    press();
    expect(isGuarded()).toBe(false);
    // The page is still there, because it was not replaced.
    enter("name", "other");
    expect(isGuarded()).toBe(true);
  });

  it("do not include the text of a picker's search", () => {
    enter("_search:owner", "x");
    expect(main.hasAttribute("data-unsaved")).toBe(false);
  });

  it("are needed to save, and not to add a row", async () => {
    submit("[data-save]");
    expect(reason()).toBe("[unchanged]");
    submit("[name=_do]");
    await vi.waitFor(() => expect(sent).toHaveBeenCalledWith(document.querySelector("[name=_do]")));
  });

  it("are posted once, however often the button is pressed", async () => {
    enter("name", "after");
    submit("[data-save]");
    submit("[data-save]");
    expect([reason(), form().inert]).toEqual(["[saving]", true]);
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    expect(field("_token").value).toBe("old");
  });

  it("stay in a form while a file is downloaded", () => {
    expect(submit("[data-download]")).toBe(true);
    expect(form().inert).toBeFalsy();
  });

  it("stay when the result of the save is unknown", async () => {
    enter("name", "after");
    expect(submit("[data-save]")).toBe(false);
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    const unanswered = new CustomEvent(UNANSWERED, { cancelable: true, detail: null });
    expect(form().dispatchEvent(unanswered)).toBe(false);
    expect(problem()).toBe("[unanswered]");
    expect([form().inert, field("name").value, reason()]).toEqual([false, "after", ""]);
    submit("[data-save]");
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  });

  it("stay when the server does not answer", async () => {
    server.use(http.get("*/pf-admin-ui/session", () => HttpResponse.error()));
    enter("name", "after");
    submit("[data-save]");
    await vi.waitFor(() => expect(problem()).toBe("[away]"));
    expect([form().inert, main.hasAttribute("data-unsaved"), sent.mock.calls.length]).toEqual([false, true, 0]);
    expect(document.activeElement).toBe(document.querySelector("[data-save]"));
  });

  it("stay when the session expired, and are posted with the next one's token", async () => {
    server.use(http.get("*/pf-admin-ui/session", () => new HttpResponse(null, { status: 401 }), { once: true }));
    server.use(http.get(location.href, () => HttpResponse.text('<input type="hidden" name="_token" value="new">')));
    enter("name", "after");
    submit("[data-save]");
    await vi.waitFor(() => expect(problem()).toBe("[over]"));
    submit("[data-save]");
    await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    expect([field("_token").value, field("name").value]).toEqual(["new", "after"]);
  });

  it("exist from the start in a form that was refused", () => {
    main = show("data-guarded data-unsaved");
    guard(document, new AbortController().signal);
    expect(main.hasAttribute("data-unsaved")).toBe(true);
  });
});

describe("the focus", () => {
  it("moves to the error summary, and from there to the field", () => {
    show("", '<div id="problem" tabindex="-1"><a href="#f-name">Name: …</a></div>');
    focusWhereNeeded(document, new AbortController().signal);
    expect(document.activeElement?.id).toBe("problem");
    document.querySelector("a")?.click();
    expect(document.activeElement?.id).toBe("f-name");
  });

  it("moves to the added row", () => {
    show('data-focus="row"', '<div id="row" tabindex="-1"><input type="hidden"><input id="first"></div>');
    focusWhereNeeded(document, new AbortController().signal);
    expect(document.activeElement?.id).toBe("first");
  });
});
