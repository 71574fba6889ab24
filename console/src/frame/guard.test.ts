import { beforeEach, describe, expect, it, vi } from "vitest";
import { focusWhereNeeded } from "./focus.ts";
import { guard } from "./guard.ts";

const FORM = `
  <form class="hanse-form">
    <input id="f-name" name="name" value="before"><input name="_search:owner">
    <button type="submit" data-save>Save</button><button type="submit" name="_do" value="add:rows">Add</button>
    <button type="submit" name="_do" value="act:export" data-download>Export</button>
    <span id="save-reason"></span>
  </form>`;

function show(about = "", before = ""): HTMLElement {
  document.body.innerHTML = `<div class="hanse-frame" tabindex="-1" ${about}>${before}${FORM}</div>`;
  return document.querySelector(".hanse-frame") as HTMLElement;
}

const field = (name: string) => document.querySelector(`[name="${name}"]`) as HTMLInputElement;
const reason = () => document.getElementById("save-reason")?.textContent;

function enter(name: string, value: string): void {
  field(name).value = value;
  field(name).dispatchEvent(new Event("input", { bubbles: true }));
}

function submit(button: string): boolean {
  const submitter = document.querySelector<HTMLButtonElement>(button);
  const form = document.querySelector("form") as HTMLFormElement;
  return form.dispatchEvent(new SubmitEvent("submit", { submitter, bubbles: true, cancelable: true }));
}

describe("unsaved changes", () => {
  let main: HTMLElement;
  beforeEach(() => {
    main = show("data-guarded");
    guard(document);
  });

  it("are what was entered and not taken back", () => {
    expect([main.hasAttribute("data-unsaved"), reason()]).toEqual([false, "Nothing has been changed yet."]);
    enter("name", "after");
    expect([main.hasAttribute("data-unsaved"), reason()]).toEqual([true, ""]);
    enter("name", "before");
    expect(main.hasAttribute("data-unsaved")).toBe(false);
  });

  it("are not what is looked for in a picker", () => {
    enter("_search:owner", "x");
    expect(main.hasAttribute("data-unsaved")).toBe(false);
  });

  it("are needed to save, and not to add a row", () => {
    expect(submit("[data-save]")).toBe(false);
    expect(submit("[name=_do]")).toBe(true);
    enter("name", "after");
    expect(submit("[data-save]")).toBe(true);
    expect(reason()).toBe("The changes are being saved.");
  });

  it("stay in a form that can be used on while a file is downloaded", () => {
    vi.useFakeTimers();
    const form = document.querySelector("form") as HTMLFormElement;
    submit("[data-download]");
    vi.runAllTimers();
    expect(form.inert).toBeFalsy();
    submit("[name=_do]");
    vi.runAllTimers();
    expect(form.inert).toBe(true);
    vi.useRealTimers();
  });

  it("are there from the start in a form that came back", () => {
    main = show("data-guarded data-unsaved");
    guard(document);
    expect(main.hasAttribute("data-unsaved")).toBe(true);
  });
});

describe("the focus", () => {
  it("goes to what was wrong, and from there to the field", () => {
    show("", '<div id="problem" tabindex="-1"><a href="#f-name">Name: …</a></div>');
    focusWhereNeeded(document);
    expect(document.activeElement?.id).toBe("problem");
    document.querySelector("a")?.click();
    expect(document.activeElement?.id).toBe("f-name");
  });

  it("goes to the row that was added", () => {
    show('data-focus="row"', '<div id="row" tabindex="-1"><input type="hidden"><input id="first"></div>');
    focusWhereNeeded(document);
    expect(document.activeElement?.id).toBe("first");
  });
});
