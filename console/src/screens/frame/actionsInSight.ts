/**
 * Save and Cancel of a long form stay in sight, and so does the section index. They stick to the end and the beginning
 * of the frame's window, but that window is as high as its page, and the console scrolls instead. The console therefore
 * sets how much of the page is hidden above and below the visible part. They never cover the focused element (WCAG 2.2,
 * 2.4.11).
 */
import { has, mark } from "../../features/frame/contract.ts";

const ACTIONS = ".hanse-form > .hanse-form__actions";
const SECTIONS = ".hanse-sections";
const COVERED = "--hanse-frame--covered";
const ABOVE = "--hanse-frame--above";
/** In a lower window, such as a phone in landscape or at high zoom, they would take too much space. */
const LOWEST_PX = 360;
const ROOM_PX = 12;
const PRESSES = ["pointerdown", "pointerup", "pointercancel"];

/** Starts with a page of the frame; returns a function that stops this. */
export function keepActionsInSight(frame: HTMLIFrameElement): () => void {
  const page = frame.contentDocument;
  const actions = page?.querySelector<HTMLElement>(ACTIONS);
  const sections = page?.querySelector<HTMLElement>(SECTIONS);
  const scroller = scrollerOf(frame);
  if (!page || !scroller || !(actions || sections)) return () => undefined;

  const update = () => {
    const isLow = scroller.clientHeight < LOWEST_PX;
    const above = isLow ? 0 : Math.max(0, topOf(scroller) - topOf(frame));
    page.documentElement.style.setProperty(ABOVE, `${above}px`);
    mark(sections, "data-stuck", above > 0);
    if (!actions) return;
    const covered = isLow ? 0 : Math.max(0, bottomOf(frame) - bottomOf(scroller));
    page.documentElement.style.setProperty(COVERED, `${covered}px`);
    // At their own place they look like the end of the form, elsewhere like an overlay.
    const end = actions.parentElement ? bottomOf(actions.parentElement) : 0;
    mark(actions, "data-stuck", covered > 0 && bottomOf(actions) < end - 1);
  };
  // A pressed button is visible; if it moved before it is released, there would be no click.
  let isPressed = false;
  const press = (event: Event) => {
    isPressed = event.type === "pointerdown";
  };
  const uncover = (field: Element) => {
    if (isPressed) return;
    // The browser has scrolled to the newly focused element, but reports it only with the next frame.
    update();
    if (sections && has(sections, "data-stuck") && !sections.contains(field) && !field.contains(sections)) {
      const over = bottomOf(sections) + ROOM_PX - topOf(field);
      if (over > 0) scroller.scrollBy({ top: -over });
    }
    // The document has the focus if no element has it.
    if (!actions || !has(actions, "data-stuck") || actions.contains(field) || field.contains(actions)) return;
    const under = field.getBoundingClientRect().bottom + ROOM_PX - actions.getBoundingClientRect().top;
    if (under > 0) scroller.scrollBy({ top: under });
  };
  const focused = (event: Event) => uncover(event.target as Element);

  // The end moves when the page or its surroundings change their size.
  const sizes = new ResizeObserver(update);
  for (const each of [frame, scroller]) sizes.observe(each);
  scroller.addEventListener("scroll", update, { passive: true });
  for (const each of PRESSES) page.addEventListener(each, press, true);
  page.addEventListener("focusin", focused);
  update();
  // The page moved the focus before this started.
  if (page.activeElement) uncover(page.activeElement);
  return () => {
    sizes.disconnect();
    scroller.removeEventListener("scroll", update);
    for (const each of PRESSES) page.removeEventListener(each, press, true);
    page.removeEventListener("focusin", focused);
  };
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

function bottomOf(element: Element): number {
  return element.getBoundingClientRect().bottom;
}

/** The scroll container of the element. */
export function scrollerOf(element: Element): Element | undefined {
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return undefined;
}
