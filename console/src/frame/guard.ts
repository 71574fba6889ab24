/** Unsaved changes: what they are, what Save says of them, and the question before they are lost. */
import { isFramed } from "./shell.ts";

const UNCHANGED = "Nothing has been changed yet.";
const SAVING = "The changes are being saved.";

export function guard(page: Document): void {
  const main = page.querySelector<HTMLElement>(".hanse-frame");
  const form = page.querySelector<HTMLFormElement>("form.hanse-form");
  if (!main || !form || !("guarded" in main.dataset)) return;
  const began = entered(form);
  const cameUnsaved = "unsaved" in main.dataset;
  const save = form.querySelector<HTMLButtonElement>("[data-save]");
  const reason = page.getElementById("save-reason");
  let leaving = false;

  function look(): void {
    const dirty = cameUnsaved || entered(form as HTMLFormElement) !== began;
    main?.toggleAttribute("data-unsaved", dirty);
    save?.setAttribute("aria-disabled", String(!dirty));
    save?.classList.toggle("pf-m-aria-disabled", !dirty);
    if (reason) reason.textContent = dirty ? "" : UNCHANGED;
  }

  form.addEventListener("input", look);
  form.addEventListener("change", look);
  form.addEventListener("submit", (event) => {
    const pressed = event.submitter as HTMLButtonElement | null;
    const saves = !pressed?.name;
    if (saves && !main.hasAttribute("data-unsaved")) return event.preventDefault();
    // What answers a file leaves the page as it is.
    if (pressed && "download" in pressed.dataset) return;
    leaving = true;
    if (saves && reason) reason.textContent = SAVING;
    // From here on the page waits for the next one: nothing is sent twice.
    setTimeout(() => (form.inert = true));
  });
  // In the console, whose own page asks, a second question would be one too many.
  if (!isFramed()) {
    window.addEventListener("beforeunload", (event) => {
      if (main.hasAttribute("data-unsaved") && !leaving) event.preventDefault();
    });
  }
  look();
}

/** Everything that was entered, as one text. What is looked for in a picker is no change. */
function entered(form: HTMLFormElement): string {
  const pairs = [...new FormData(form)].filter(([name]) => !name.startsWith("_"));
  return JSON.stringify(pairs, (_key, value) => (value instanceof File ? [value.name, value.size] : value));
}
