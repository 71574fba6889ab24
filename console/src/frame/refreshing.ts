/** Fields on which the rest of a form depends: the server shows what belongs to the new value. */
export function refreshing(page: Document, signal: AbortSignal): void {
  const refresh = (event: Event) => {
    const field = event.target;
    const isField = field instanceof HTMLSelectElement || field instanceof HTMLInputElement;
    if (!isField || !("refresh" in field.dataset)) return;
    const button = field.form?.querySelector<HTMLButtonElement>(`button[value="edit:${CSS.escape(field.name)}"]`);
    if (button) field.form?.requestSubmit(button);
  };
  page.addEventListener("change", refresh, { signal });
}
