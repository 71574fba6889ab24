/** Lists search while somebody types, as the console's own do, and show as many items as is chosen at once. */
import { having } from "../features/frame/contract.ts";

/** Specification 2, section 9. */
const PAUSE_MS = 300;

export function searching(page: Document, signal: AbortSignal): void {
  for (const form of page.querySelectorAll<HTMLFormElement>(`form${having("data-search")}`)) {
    const field = form.querySelector<HTMLInputElement>("input[type=search]");
    if (field) search(form, field, signal);
  }
  for (const select of page.querySelectorAll<HTMLSelectElement>(`select${having("data-submits")}`)) {
    select.form?.querySelector("button")?.remove();
    select.addEventListener("change", () => select.form?.requestSubmit());
  }
}

function search(form: HTMLFormElement, field: HTMLInputElement, signal: AbortSignal): void {
  let pending: ReturnType<typeof setTimeout> | undefined;
  let sought = field.value.trim();
  signal.addEventListener("abort", () => clearTimeout(pending));
  field.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(() => {
      if (field.value.trim() === sought) return;
      sought = field.value.trim();
      form.requestSubmit();
    }, PAUSE_MS);
  });
  form.addEventListener("submit", () => clearTimeout(pending));
}
