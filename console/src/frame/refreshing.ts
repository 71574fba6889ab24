/** Choices on which the rest of a form depends: the server shows what belongs to the new one. */
export function refreshing(page: Document, signal: AbortSignal): void {
  const refresh = (event: Event) => {
    const select = event.target;
    if (!(select instanceof HTMLSelectElement) || !("refresh" in select.dataset)) return;
    const button = select.form?.querySelector<HTMLButtonElement>(`button[value="edit:${CSS.escape(select.name)}"]`);
    if (button) select.form?.requestSubmit(button);
  };
  page.addEventListener("change", refresh, { signal });
}
