/** Fields that count only while another one has a certain value: hidden, and not sent, as long as it has not. */

import { having, valueAt } from "../features/frame/contract.ts";

/** The path of another field, and the values of which it has to have one: an asterisk stands for any. */
type Condition = [path: string, values: string[]];
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;

export function dependents(page: Document): void {
  const form = page.querySelector<HTMLFormElement>("form.hanse-form");
  const wrappers = [...(form?.querySelectorAll<HTMLElement>(having("data-when")) ?? [])];
  if (!form || !wrappers.length) return;
  const conditions = new Map(
    wrappers.map((one) => [one, JSON.parse(valueAt(one, "data-when") || "[]") as Condition[]]),
  );
  const sections = [...form.querySelectorAll<HTMLElement>(having("data-section"))];
  const controls = wrappers.flatMap((one) => [...one.querySelectorAll<Control>("input, select, textarea, button")]);

  function look(): void {
    // What depends on a field that is itself hidden comes after it, or once more.
    for (let round = 0; round < 3; round++) {
      for (const [wrapper, all] of conditions) {
        wrapper.hidden = !all.every(([path, values]) =>
          valuesOf(path).some((value) => values.includes(value) || (value !== "" && values.includes("*"))),
        );
      }
      for (const control of controls) control.disabled = control.closest(`${having("data-when")}[hidden]`) !== null;
    }
    for (const section of sections) {
      const fields = [...section.children].filter((one) => !/^(H2|P)$/.test(one.tagName));
      const isEmpty = fields.every((one) => (one as HTMLElement).hidden);
      section.hidden = isEmpty;
      const link = page.querySelector(`.hanse-sections a[href="#${section.getAttribute("aria-labelledby")}"]`);
      if (link?.parentElement) link.parentElement.hidden = isEmpty;
    }
  }

  function valuesOf(path: string): string[] {
    const found = form?.elements.namedItem(path);
    const all = found instanceof RadioNodeList ? [...found] : found ? [found] : [];
    return all.flatMap((one) => entryOf(one as Control));
  }

  form.addEventListener("input", look);
  form.addEventListener("change", look);
  look();
}

function entryOf(control: Control): string[] {
  if (control.closest(`${having("data-when")}[hidden]`)) return [];
  const isUnticked = control instanceof HTMLInputElement && /checkbox|radio/.test(control.type) && !control.checked;
  if (!isUnticked) return [control.value];
  // That a box is not ticked is something to depend on as well.
  return control.type === "checkbox" ? [""] : [];
}

/** Stands behind the name of what is taken over. */
const MARK = "Inherited";

/** Fields that are taken over from a parent: shown as the parent has them, and not to be changed as long as they are. */
export function inherited(page: Document): void {
  const form = page.querySelector<HTMLFormElement>("form.hanse-form");
  const boxes = [...(form?.querySelectorAll<HTMLInputElement>(`input[type="checkbox"][name$="${MARK}"]`) ?? [])];
  const controls = [...(form?.elements ?? [])] as Control[];
  for (const box of boxes) {
    const path = box.name.slice(0, -MARK.length);
    const own = controls.filter((control) => control !== box && isOf(path, control));
    const look = () => {
      for (const control of own) control.disabled = box.checked;
    };
    box.addEventListener("change", look);
    if (box.checked) look();
  }
}

/** Whether a control is the field at a path, in one of its rows, or a button that is about either. */
function isOf(path: string, control: Control): boolean {
  const place = control.name.startsWith("_") ? control.name + control.value : control.name;
  const found = place.replace(/^_(?:search:|do[a-z]+:)/, "");
  return found === path || found.startsWith(`${path}[`) || found.startsWith(`${path}#`);
}
