import { valueAt } from "../features/frame/contract.ts";

/** A dialog of the console takes the focus out of this page; it returns when the dialog is closed. */
function comeBackHere(): void {
  const here = document.activeElement;
  const back = () => {
    if (here instanceof HTMLElement && document.activeElement === document.body) here.focus({ preventScroll: true });
  };
  window.addEventListener("focus", back, { once: true });
}

/** Lets a link or a button open a dialog of the console: with a click or, as for buttons, with the space key. */
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

/** After the answer to a form: focuses the error, the result, the added row, or the button for the next press. */
export function focusWhereNeeded(page: Document, signal: AbortSignal): void {
  const problem = page.getElementById("problem") ?? page.getElementById("outcome");
  const wanted = valueAt(page.querySelector(".hanse-frame"), "data-focus");
  const row = wanted ? page.getElementById(wanted) : null;
  const inside = row?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea");
  // The element that gets the focus after one of a list's buttons was pressed.
  const button = location.hash ? page.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const target = problem ?? (wanted ? page.getElementById(`${wanted}-select`) : null) ?? inside ?? row ?? button;
  target?.focus();
  // A link of the error summary or the section index focuses the field without an entry in the console's history.
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#']");
    const field = link && page.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!field) return;
    event.preventDefault();
    // If a script replaces a field with another control, the button of that control gets the focus.
    const shown = field.closest("[hidden]") ? (page.getElementById(`${field.id}-select`) ?? field) : field;
    shown.focus();
  };
  page.addEventListener("click", follow, { signal });
}
