import { beforeEach, expect, it, vi } from "vitest";
import { keepActionsInSight } from "./actionsInSight.ts";

/** The console shows 400 px of a frame of 2,000 px; the actions, 60 px high, stick to the end of the visible part. */
const SEEN = 400;
let scroller: HTMLElement;
let frame: HTMLIFrameElement;
let page: Document;
const at = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect;
const actions = () => page.querySelector("div") as HTMLElement;
const covered = () => page.documentElement.style.getPropertyValue("--hanse-frame--covered");

beforeEach(() => {
  document.body.innerHTML = '<main style="overflow-y: auto"><iframe></iframe></main>';
  scroller = document.querySelector("main") as HTMLElement;
  frame = document.querySelector("iframe") as HTMLIFrameElement;
  page = document.implementation.createHTMLDocument();
  page.body.innerHTML = `<form class="hanse-form"><input id="a"><input id="b">
    <div class="hanse-form__actions"><button>Save</button></div></form>`;
  Object.defineProperty(frame, "contentDocument", { value: page });
  Object.defineProperty(scroller, "clientHeight", { value: SEEN, configurable: true });
  scroller.getBoundingClientRect = at(0, SEEN);
  frame.getBoundingClientRect = at(0, 2000);
  (page.querySelector("form") as HTMLElement).getBoundingClientRect = at(0, 2000);
  actions().getBoundingClientRect = at(SEEN - 60, SEEN);
});

it("tell the page how much of its end is hidden while it is scrolled", () => {
  const stop = keepActionsInSight(frame);
  expect([covered(), "stuck" in actions().dataset]).toEqual(["1600px", true]);
  frame.getBoundingClientRect = at(-1600, 400);
  actions().getBoundingClientRect = at(1940, 2000);
  scroller.dispatchEvent(new Event("scroll"));
  expect([covered(), "stuck" in actions().dataset]).toEqual(["0px", false]);
  stop();
  frame.getBoundingClientRect = at(0, 2000);
  scroller.dispatchEvent(new Event("scroll"));
  expect(covered()).toBe("0px");
});

it("keep the section index visible, and the focused element uncovered", () => {
  const index = page.createElement("nav");
  index.className = "hanse-sections";
  page.body.prepend(index);
  actions().remove();
  const scrolled = vi.spyOn(scroller, "scrollBy").mockImplementation(() => undefined);
  frame.getBoundingClientRect = at(-500, 1500);
  index.getBoundingClientRect = at(0, 40);
  const stop = keepActionsInSight(frame);
  expect([page.documentElement.style.getPropertyValue("--hanse-frame--above"), "stuck" in index.dataset]).toEqual([
    "500px",
    true,
  ]);
  const [field] = [...page.querySelectorAll("input")];
  if (!field) throw new Error("no field");
  field.getBoundingClientRect = at(10, 50);
  field.dispatchEvent(new Event("focusin", { bubbles: true }));
  expect(scrolled).toHaveBeenLastCalledWith({ top: -42 });
  frame.getBoundingClientRect = at(0, 2000);
  scroller.dispatchEvent(new Event("scroll"));
  expect("stuck" in index.dataset).toBe(false);
  stop();
});

it("stay in place in a window that they would fill", () => {
  Object.defineProperty(scroller, "clientHeight", { value: 300 });
  keepActionsInSight(frame);
  expect([covered(), "stuck" in actions().dataset]).toEqual(["0px", false]);
});

it("scroll only to uncover the focused element", () => {
  const scrolled = vi.spyOn(scroller, "scrollBy").mockImplementation(() => undefined);
  keepActionsInSight(frame);
  const [above, under] = [...page.querySelectorAll("input")];
  if (!above || !under) throw new Error("no fields");
  above.getBoundingClientRect = at(100, 140);
  under.getBoundingClientRect = at(330, 370);
  above.dispatchEvent(new Event("focusin", { bubbles: true }));
  page.querySelector("button")?.dispatchEvent(new Event("focusin", { bubbles: true }));
  expect(scrolled).not.toHaveBeenCalled();
  // A button that moves while the mouse button is down receives no click.
  under.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  under.dispatchEvent(new Event("focusin", { bubbles: true }));
  expect(scrolled).not.toHaveBeenCalled();
  under.dispatchEvent(new Event("pointerup", { bubbles: true }));
  under.dispatchEvent(new Event("focusin", { bubbles: true }));
  expect(scrolled).toHaveBeenCalledWith({ top: 42 });
});

it("uncover an element that the page focused", () => {
  const scrolled = vi.spyOn(scroller, "scrollBy").mockImplementation(() => undefined);
  const under = page.querySelector("input") as HTMLInputElement;
  under.getBoundingClientRect = at(330, 370);
  Object.defineProperty(page, "activeElement", { value: under, configurable: true });
  keepActionsInSight(frame)();
  expect(scrolled).toHaveBeenCalledWith({ top: 42 });
  scrolled.mockClear();
  // The document has the focus if no element has it.
  const form = page.querySelector("form") as HTMLElement;
  Object.defineProperty(page, "activeElement", { value: form });
  keepActionsInSight(frame);
  expect(scrolled).not.toHaveBeenCalled();
});

it("use the current scroll position before its event", () => {
  const scrolled = vi.spyOn(scroller, "scrollBy").mockImplementation(() => undefined);
  keepActionsInSight(frame);
  frame.getBoundingClientRect = at(-1000, 1000);
  page.querySelector("input")?.dispatchEvent(new Event("focusin", { bubbles: true }));
  expect(covered()).toBe("600px");
  expect(scrolled).not.toHaveBeenCalled();
});

it("do nothing on a page without a form", () => {
  page.body.innerHTML = "";
  keepActionsInSight(frame)();
  expect(covered()).toBe("");
});
