/** Fields on which the rest of a form depends: the server shows what belongs to the new value. */
import { has } from "../features/frame/contract.ts";

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
