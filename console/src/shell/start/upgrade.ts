/** After an upgrade an open page asks for parts that are no longer there: load the new page, but not in a loop. */
const KEY = "hanse.reloadedAt";
const PAUSE_MS = 60_000;

export function reloadAfterUpgrade(view: Window): void {
  view.addEventListener("vite:preloadError", (event) => {
    const last = Number(view.sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < PAUSE_MS) return;
    view.sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    view.location.reload();
  });
}
