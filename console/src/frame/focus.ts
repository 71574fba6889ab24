import { valueAt } from "../features/frame/contract.ts";

/** A dialog of the console takes the focus out of this page: once it is closed, people go on where they opened it. */
function comeBackHere(): void {
  const here = document.activeElement;
  const back = () => {
    if (here instanceof HTMLElement && document.activeElement === document.body) here.focus({ preventScroll: true });
  };
  window.addEventListener("focus", back, { once: true });
}

/** Has a link or a button open a dialog of the console: by a click, and by the space key as buttons do. */
export function opensDialog(opener: HTMLElement, open: () => void): void {
  const press = (event: Event) => {
    event.preventDefault();
    comeBackHere();
    open();
  };
  opener.addEventListener("click", press);
  opener.addEventListener("keydown", (event) => {
    if (event.key === " ") press(event);
  });
}

/** After a page that came of a form: to what was wrong, to the row that was added, or to the button for the next press. */
export function focusWhereNeeded(page: Document, signal: AbortSignal): void {
  const problem = page.getElementById("problem");
  const wanted = valueAt(page.querySelector(".hanse-frame"), "data-focus");
  const row = wanted ? page.getElementById(wanted) : null;
  const inside = row?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea");
  // Where a list goes on after one of its buttons was pressed.
  const button = location.hash ? page.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const target = problem ?? (wanted ? page.getElementById(`${wanted}-select`) : null) ?? inside ?? row ?? button;
  target?.focus();
  // A link of the summary or of the sections leads to the field, and makes no entry in the console's history.
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#']");
    const field = link && page.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!field) return;
    event.preventDefault();
    // Of what the script shows otherwise, its button stands for it.
    const shown = field.closest("[hidden]") ? (page.getElementById(`${field.id}-select`) ?? field) : field;
    shown.focus();
  };
  page.addEventListener("click", follow, { signal });
}
