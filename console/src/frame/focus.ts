/** After a page that came of a form: to what was wrong, or to the row that was added. */
export function focusWhereNeeded(page: Document): void {
  const problem = page.getElementById("problem");
  const wanted = page.querySelector<HTMLElement>(".hanse-frame")?.dataset.focus;
  const row = wanted ? page.getElementById(wanted) : null;
  const target = problem ?? row?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea") ?? row;
  target?.focus();
  // A link of the summary leads to the field and not only to its place on the page.
  problem?.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#']");
    const field = link && page.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!field) return;
    event.preventDefault();
    field.focus();
  });
}
