/** A keyboard user: all actions are key presses, and the focus is checked after each. */
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** The focused element and its visible area in the window. */
interface Focus {
  /** Identifies the element. */
  key: string;
  /** A description for error messages. */
  name: string;
  inFrame: boolean;
  isShown: boolean;
  /** True if it is one of the form's own buttons, which stick to the end of the window. */
  isAction: boolean;
  box: { top: number; bottom: number; left: number };
  /** Its position in the frame's page, regardless of scrolling. */
  place: { top: number; bottom: number; left: number };
  /** The visible area: between the console's header and the form's own buttons. */
  seen: { top: number; bottom: number };
}

const MOST_STOPS = 400;

export class Keyboard {
  readonly page: Page;
  readonly frame: FrameLocator;

  constructor(page: Page) {
    this.page = page;
    this.frame = page.frameLocator("iframe");
  }

  readonly press = (key: string): Promise<void> => this.page.keyboard.press(key);

  focus(): Promise<Focus | undefined> {
    return this.page.evaluate(readFocus);
  }

  /** Presses Tab or Shift+Tab until an element has the focus. */
  async reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    let before = "";
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      const way = await target.evaluate(wayTo);
      if (way === "here") return;
      await this.press(way);
      const focus = await this.focus();
      if (focus) expect(focus.key, `${way} leads on from ${focus.name}`).not.toBe(before);
      before = focus?.key ?? "";
    }
    throw new Error(`The keyboard does not lead to ${target}.`);
  }

  /** Types into a field. If several match, such as rows of a list, the last one is used. */
  async write(name: string | RegExp, text: string): Promise<void> {
    const fields = this.frame.getByRole("textbox", { name, exact: true });
    await this.reach(name instanceof RegExp ? fields.last() : fields);
    await this.press("ControlOrMeta+a");
    await this.page.keyboard.type(text);
  }

  async tick(name: string): Promise<void> {
    const box = this.frame.getByRole("checkbox", { name, exact: true });
    await this.reach(box);
    const before = await box.isChecked();
    await this.press("Space");
    await expect(box).toBeChecked({ checked: !before });
  }

  /** Selects an option with the arrow keys. If the form depends on the choice, waits for the update. */
  async choose(name: string | RegExp, label: string | RegExp): Promise<void> {
    const list = this.frame.getByRole("combobox", { name, exact: true });
    await this.reach(list);
    for (let step = 0; step < MOST_STOPS; step++) {
      const steps = await list.evaluate(stepsTo, { text: `${label}`, isPattern: label instanceof RegExp });
      if (steps === 0) break;
      const arrow = () => this.press(steps > 0 ? "ArrowDown" : "ArrowUp");
      if (await list.evaluate((element) => "refresh" in element.dataset)) await this.leads(arrow);
      else await arrow();
      await expect(list).toBeFocused();
    }
    if (!(await list.evaluate((element) => "choose" in element.dataset))) return;
    await this.leads(() => this.press("Enter"));
    await expect(list).toBeFocused();
  }

  /** Presses a button that lets the server render the form again; the focus is in the form afterwards. */
  async post(name: string | RegExp): Promise<void> {
    await this.reach(this.frame.getByRole("button", { name, exact: true }));
    await this.leads(() => this.press("Enter"));
    expect((await this.focus())?.inFrame, `the focus after ${name}`).toBe(true);
  }

  /** Selects a radio button with the arrow keys. */
  async choosesRadio(name: string): Promise<void> {
    const wanted = this.frame.getByRole("radio", { name, exact: true });
    const group = this.frame.getByRole("group").filter({ has: wanted }).last();
    await this.reach(group.getByRole("radio", { checked: true }));
    const all = (await group.getByRole("radio").count()) + 1;
    for (let step = 0; step < all && !(await wanted.isChecked()); step++) await this.press("ArrowDown");
    await expect(wanted).toBeFocused();
  }

  /** Opens a dialog of the console and closes it with Escape, which returns the focus to its button. */
  async dialog(button: string, title: string): Promise<void> {
    const opener = this.frame.getByRole("button", { name: button, exact: true });
    const dialog = this.page.getByRole("dialog", { name: title });
    await this.reach(opener);
    await this.press("Enter");
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await this.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }

  async upload(name: string, path: string): Promise<void> {
    await this.reach(this.frame.getByRole("button", { name, exact: true }));
    const [chooser] = await Promise.all([this.page.waitForEvent("filechooser"), this.press("Space")]);
    await chooser.setFiles(path);
  }

  /** Performs an action after which the frame shows another page, and waits for the page. */
  async leads(act: () => Promise<unknown>): Promise<void> {
    const inner = () => this.page.frames()[1];
    await inner()?.evaluate(() => document.querySelector(".hanse-frame")?.setAttribute("data-left", ""));
    await act();
    await expect(this.frame.locator(".hanse-frame:not([data-left])")).toBeVisible();
    await expect(async () => {
      expect(await inner()?.evaluate(() => document.readyState)).toBe("complete");
    }).toPass();
    await expect(this.page.locator("iframe[aria-busy=false]:not([hidden])")).toBeVisible();
  }

  /**
   * Tabs from the focused element through the whole frame and out of it; returns the number of stops. At each stop, the
   * focus is visible, in view, and further on in reading order than the one before.
   */
  async walk(): Promise<number> {
    const wanted = await this.page.frames()[1]?.evaluate(countStops);
    const seen = new Set<string>();
    let last: Focus | undefined;
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await this.press("Tab");
      const focus = await this.focus();
      if (!focus?.inFrame) {
        if (seen.size) break;
        continue;
      }
      expect(seen, `Tab leads on from ${focus.name}`).not.toContain(focus.key);
      seen.add(focus.key);
      expectSeen(focus);
      if (last && !focus.isAction) expectFurther(last, focus);
      last = focus;
    }
    expect(seen.size, "what Tab leads to").toBe(wanted);
    return seen.size;
  }
}

export function expectSeen({ name, isShown, isAction, box, seen }: Focus): void {
  expect(isShown, `${name} shows that it has the focus`).toBe(true);
  const height = box.bottom - box.top;
  // An element higher than the window is shown from its start.
  const bottom = Math.min(box.bottom, box.top + Math.min(height, 40));
  expect(box.top, `${name} is below the head`).toBeGreaterThanOrEqual(seen.top - 1);
  if (!isAction) expect(bottom, `${name} is above the form's buttons`).toBeLessThanOrEqual(seen.bottom + 1);
}

/** On the next line, or after it on the same line. */
function expectFurther(before: Focus, { name, place }: Focus): void {
  const isLine = place.top < before.place.bottom - 2 && before.place.top < place.bottom - 2;
  const problem = `${name} comes after ${before.name}`;
  if (isLine) expect(place.left, problem).toBeGreaterThanOrEqual(before.place.left);
  else expect(place.top, problem).toBeGreaterThan(before.place.top);
}

/** Runs in the page: the focused element, also inside the frame. */
async function readFocus(): Promise<Focus | undefined> {
  // Sticky elements follow scrolling with the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const outer = document.activeElement;
  const frame = outer instanceof HTMLIFrameElement ? outer : undefined;
  const page = frame?.contentDocument ?? document;
  const element = page.activeElement as HTMLElement | null;
  const view: (Window & typeof globalThis & { focused?: Map<Element, number> }) | null = page.defaultView;
  if (!element || !view || element === page.body) return undefined;
  const place = element.getBoundingClientRect();
  const shift = frame?.getBoundingClientRect() ?? { top: 0, left: 0 };
  const bar = page.querySelector(".hanse-form > .hanse-form__actions")?.getBoundingClientRect();
  const main = document.querySelector("main")?.closest(".pf-v6-c-page__main-container, main")?.getBoundingClientRect();
  const rings = [element, element.parentElement].flatMap((one) =>
    one ? [null, "::before", "::after"].map((part) => view.getComputedStyle(one, part)) : [],
  );
  const isShown = rings.some(
    ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0,
  );
  // A number for each element, which stays the same if others, such as a message, appear or disappear.
  view.focused ??= new Map();
  const number = view.focused.get(element) ?? view.focused.size;
  view.focused.set(element, number);
  return {
    key: `${page === document ? "console" : "frame"} ${number}`,
    name: `${element.localName} ${element.getAttribute("aria-label") ?? (element.id || element.textContent?.trim())}`,
    inFrame: frame !== undefined,
    isShown: isShown && element.matches(":focus-visible"),
    isAction: element.closest(".hanse-form__actions") !== null,
    box: { top: place.top + shift.top, bottom: place.bottom + shift.top, left: place.left + shift.left },
    place: { top: place.top, bottom: place.bottom, left: place.left },
    seen: {
      top: main?.top ?? 0,
      bottom: Math.min(bar ? bar.top + shift.top : window.innerHeight, window.innerHeight),
    },
  };
}

/** Runs in the page: the key that moves the focus towards an element. */
function wayTo(target: Element): "here" | "Tab" | "Shift+Tab" {
  const page = target.ownerDocument;
  const top = window.top?.document ?? page;
  const frame = page.defaultView?.frameElement;
  const isInside = !frame || top.activeElement === frame;
  const at = isInside ? page.activeElement : top.activeElement;
  if (!at || at === target) return "here";
  const wanted = isInside ? target : (frame as Element);
  return at === at.ownerDocument.body || at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING
    ? "Tab"
    : "Shift+Tab";
}

/** Runs in the page: the distance in options between the selected and the wanted one. */
function stepsTo(list: Element, { text, isPattern }: { text: string; isPattern: boolean }): number {
  const { options, selectedIndex } = list as HTMLSelectElement;
  const pattern = new RegExp(text.slice(1, text.lastIndexOf("/")));
  const wanted = [...options].findIndex(({ label }) => (isPattern ? pattern.test(label) : label === text));
  if (wanted < 0) throw new Error(`There is no ${text} among ${[...options].map(({ label }) => label)}.`);
  return wanted - selectedIndex;
}

/** Runs in the frame's page: the number of Tab stops. */
function countStops(): number {
  const all = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary, [tabindex]");
  const stops = [...all].filter(
    (one) =>
      one.tabIndex >= 0 && !one.matches(":disabled, [inert] *") && one.checkVisibility({ visibilityProperty: true }),
  );
  // A group of radio buttons has one Tab stop.
  return new Set(stops.map((one) => (one.matches("input[type=radio]") ? (one as HTMLInputElement).name : one))).size;
}
