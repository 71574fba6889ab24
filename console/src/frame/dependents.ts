/** Fields that apply only while another field has a certain value: otherwise they are hidden and not sent. */

import { having, valueAt } from "../features/frame/contract.ts";

/** The path of another field, and the required values of it: an asterisk means any value. */
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

  function update(): void {
    // A field that depends on a hidden field must be processed after it, or again.
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

  form.addEventListener("input", update);
  form.addEventListener("change", update);
  update();
}

function entryOf(control: Control): string[] {
  if (control.closest(`${having("data-when")}[hidden]`)) return [];
  const isUnticked = control instanceof HTMLInputElement && /checkbox|radio/.test(control.type) && !control.checked;
  if (!isUnticked) return [control.value];
  // An unchecked box is a value that fields can depend on as well.
  return control.type === "checkbox" ? [""] : [];
}

/** The suffix of the names of inherited fields. */
const MARK = "Inherited";

/** Fields inherited from a parent: they show the parent's values and cannot be changed while inherited. */
export function inherited(page: Document): void {
  const form = page.querySelector<HTMLFormElement>("form.hanse-form");
  const boxes = [...(form?.querySelectorAll<HTMLInputElement>(`input[type="checkbox"][name$="${MARK}"]`) ?? [])];
  const controls = [...(form?.elements ?? [])] as Control[];
  for (const box of boxes) {
    const path = box.name.slice(0, -MARK.length);
    const own = controls.filter((control) => control !== box && isOf(path, control));
    const update = () => {
      for (const control of own) control.disabled = box.checked;
    };
    box.addEventListener("change", update);
    if (box.checked) update();
  }
}

/** Returns true if a control is the field at a path, is in one of its rows, or is a button for either. */
function isOf(path: string, control: Control): boolean {
  const place = control.name.startsWith("_") ? control.name + control.value : control.name;
  const found = place.replace(/^_(?:search:|do[a-z]+:)/, "");
  return found === path || found.startsWith(`${path}[`) || found.startsWith(`${path}#`);
}
