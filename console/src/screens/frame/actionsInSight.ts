/**
 * Save and Cancel of a long form stay in sight, and so does the index of its sections. They stick to the end and the
 * beginning of the frame's window by themselves, but that window is as high as its page, and it is the console that
 * scrolls. The console therefore sets how much of the page is hidden above the visible part, and how much below. The
 * focused element is never covered by them (WCAG 2.2, 2.4.11).
 */
import { has, mark } from "../../features/frame/contract.ts";

const ACTIONS = ".hanse-form > .hanse-form__actions";
const SECTIONS = ".hanse-sections";
const COVERED = "--hanse-frame--covered";
const ABOVE = "--hanse-frame--above";
/** In a lower window, a phone's on its side or a much enlarged one, they would take too much of it. */
const LOWEST_PX = 360;
const ROOM_PX = 12;
const PRESSES = ["pointerdown", "pointerup", "pointercancel"];

/** Begins with a page of the frame; answers how to end. */
export function keepActionsInSight(frame: HTMLIFrameElement): () => void {
  const page = frame.contentDocument;
  const actions = page?.querySelector<HTMLElement>(ACTIONS);
  const sections = page?.querySelector<HTMLElement>(SECTIONS);
  const scroller = scrollerOf(frame);
  if (!page || !scroller || !(actions || sections)) return () => undefined;

  const look = () => {
    const isLow = scroller.clientHeight < LOWEST_PX;
    const above = isLow ? 0 : Math.max(0, topOf(scroller) - topOf(frame));
    page.documentElement.style.setProperty(ABOVE, `${above}px`);
    mark(sections, "data-stuck", above > 0);
    if (!actions) return;
    const covered = isLow ? 0 : Math.max(0, bottomOf(frame) - bottomOf(scroller));
    page.documentElement.style.setProperty(COVERED, `${covered}px`);
    // At their own place they look like the end of the form, elsewhere like something that lies over it.
    const end = actions.parentElement ? bottomOf(actions.parentElement) : 0;
    mark(actions, "data-stuck", covered > 0 && bottomOf(actions) < end - 1);
  };
  // What somebody presses is in sight; would it move before it is let go, nothing would have been clicked.
  let isPressed = false;
  const press = (event: Event) => {
    isPressed = event.type === "pointerdown";
  };
  const uncover = (field: Element) => {
    if (isPressed) return;
    // The browser has scrolled to what has the focus now, and tells nobody before its next picture.
    look();
    if (sections && has(sections, "data-stuck") && !sections.contains(field) && !field.contains(sections)) {
      const over = bottomOf(sections) + ROOM_PX - topOf(field);
      if (over > 0) scroller.scrollBy({ top: -over });
    }
    // The page as a whole has the focus where nothing of it has.
    if (!actions || !has(actions, "data-stuck") || actions.contains(field) || field.contains(actions)) return;
    const under = field.getBoundingClientRect().bottom + ROOM_PX - actions.getBoundingClientRect().top;
    if (under > 0) scroller.scrollBy({ top: under });
  };
  const focused = (event: Event) => uncover(event.target as Element);

  // Its end moves when it grows, and when what is around it does.
  const sizes = new ResizeObserver(look);
  for (const each of [frame, scroller]) sizes.observe(each);
  scroller.addEventListener("scroll", look, { passive: true });
  for (const each of PRESSES) page.addEventListener(each, press, true);
  page.addEventListener("focusin", focused);
  look();
  // The page gave the focus to something before this began.
  if (page.activeElement) uncover(page.activeElement);
  return () => {
    sizes.disconnect();
    scroller.removeEventListener("scroll", look);
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

/** What scrolls the element. */
export function scrollerOf(element: Element): Element | undefined {
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  }
  return undefined;
}
