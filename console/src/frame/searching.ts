/** Lists search while the user types, like the console's own, and show the chosen number of items per page. */

import { has, having } from "../features/frame/contract.ts";

/** Specification 2, section 9. */
const PAUSE_MS = 300;

export function searching(page: Document, signal: AbortSignal): void {
  for (const form of page.querySelectorAll<HTMLFormElement>(`form${having("data-search")}`)) {
    const field = form.querySelector<HTMLInputElement>("input[type=search]");
    if (!field) continue;
    // As on the console's own lists, which search while the user types, or at once with Enter.
    form.querySelector("button")?.remove();
    search(form, field, signal);
  }
  for (const select of page.querySelectorAll<HTMLSelectElement>(`select${having("data-submits")}`)) {
    select.form?.querySelector("button")?.remove();
    select.addEventListener("change", () => select.form?.requestSubmit());
  }
}

function search(form: HTMLFormElement, field: HTMLInputElement, signal: AbortSignal): void {
  let pending: ReturnType<typeof setTimeout> | undefined;
  let sought = field.defaultValue.trim();
  signal.addEventListener("abort", () => clearTimeout(pending));
  const searchAfterPause = () => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      if (field.value.trim() === sought) return;
      sought = field.value.trim();
      form.requestSubmit();
    }, PAUSE_MS);
  };
  field.addEventListener("input", searchAfterPause);
  // A user may have typed before this script started.
  searchAfterPause();
  form.addEventListener("submit", () => clearTimeout(pending));
}

/** Fields on which the rest of a form depends: the server returns the form for the new value. */
export function refreshing(page: Document, signal: AbortSignal): void {
  const refresh = (event: Event) => {
    const field = event.target;
    const isField = field instanceof HTMLSelectElement || field instanceof HTMLInputElement;
    if (!isField || !has(field, "data-refresh")) return;
    const button = field.form?.querySelector<HTMLButtonElement>(`button[value="edit:${CSS.escape(field.name)}"]`);
    if (button) field.form?.requestSubmit(button);
  };
  page.addEventListener("change", refresh, { signal });
}
