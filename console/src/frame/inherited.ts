/** Fields that are taken over from a parent: shown as the parent has them, and not to be changed as long as they are. */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement | HTMLButtonElement;
/** Stands behind the name of what is taken over. */
const MARK = "Inherited";

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
