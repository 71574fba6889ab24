/** Unsaved changes: detecting them, enabling Save, and asking before they are lost. */
import { has, having, mark } from "../features/frame/contract.ts";
import { freshToken, type Reach, reach } from "../platform/api/reach.ts";
import { isFramed } from "./shell.ts";
import { textOf } from "./texts.ts";

/** The event of a form whose answer is no page; a listener that keeps the form on the page prevents the default. */
export const UNANSWERED = "hanse:unanswered";

type Unsent = Exclude<Reach, "there"> | "unanswered";

export function guard(page: Document, signal: AbortSignal): void {
  const main = page.querySelector<HTMLElement>(".hanse-frame");
  const form = page.querySelector<HTMLFormElement>("form.hanse-form");
  if (!main || !form || !has(main, "data-guarded")) return;
  const began = entered(asSent(form));
  const cameUnsaved = has(main, "data-unsaved");
  // A new form whose address set its values can be saved without a change, and left without a question.
  const isPrefilled = has(main, "data-prefilled");
  const save = form.querySelector<HTMLButtonElement>(having("data-save"));
  const reason = page.getElementById("save-reason");
  // The Cancel of a page of settings restores the stored values. That of an item leads back to the list at any time.
  const revert = form.querySelector(having("data-reverts"));
  let leaving = false;
  let isReverting = false;
  let isChecking = false;
  let wasOver = false;

  function update(): void {
    const dirty = cameUnsaved || entered(form as HTMLFormElement) !== began;
    mark(main, "data-unsaved", dirty);
    isReverting = false;
    const maySave = dirty || isPrefilled;
    save?.setAttribute("aria-disabled", String(!maySave));
    save?.classList.toggle("pf-m-aria-disabled", !maySave);
    if (reason) reason.textContent = maySave ? "" : textOf(page, "unchanged");
    revert?.setAttribute("aria-disabled", String(!dirty));
    revert?.classList.toggle("pf-m-aria-disabled", !dirty);
  }
  revert?.addEventListener("click", (event) => {
    if (!has(main, "data-unsaved")) return event.preventDefault();
    // Reverts without a question, as on the console's own screens. With a key, the link opens another tab or window.
    const { ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent;
    isReverting = !(ctrlKey || metaKey || shiftKey || altKey);
  });

  form.addEventListener("input", update);
  form.addEventListener("change", update);
  form.addEventListener("submit", (event) => {
    const pressed = event.submitter as HTMLButtonElement | null;
    const saves = !pressed?.name;
    if (saves && !isPrefilled && !has(main, "data-unsaved")) return event.preventDefault();
    // An answer that is a file leaves the page as it is.
    if (has(pressed, "data-download")) return;
    if (saves && reason) reason.textContent = textOf(page, "saving");
    if (leaving) return;
    event.preventDefault();
    // Prevents a second submission.
    if (isChecking) return;
    isChecking = true;
    form.inert = true;
    void reach().then((found) => (found === "there" ? send(pressed) : stay(found, pressed)));
  });

  form.addEventListener(UNANSWERED, (event) => {
    event.preventDefault();
    leaving = false;
    stay("unanswered", (event as CustomEvent<HTMLButtonElement | null>).detail);
  });

  /** From now on the page waits for the next one. */
  async function send(pressed: HTMLButtonElement | null): Promise<void> {
    const token = form?.querySelector<HTMLInputElement>("[name=_token]");
    const fresh = wasOver && token ? await freshToken(location.href) : undefined;
    if (token && fresh) token.value = fresh;
    leaving = true;
    form?.requestSubmit(pressed);
  }

  /** The entered values would be lost with their page. */
  function stay(why: Unsent, pressed: HTMLButtonElement | null): void {
    if (!form) return;
    isChecking = false;
    form.inert = false;
    wasOver ||= why === "over";
    update();
    showProblem(form, textOf(page, why));
    // Enter in a field presses an invisible button.
    (pressed?.name ? pressed : save)?.focus();
  }

  // Inside the console, whose own page asks, a second question would be one too many.
  if (!isFramed()) {
    const confirmLeaving = (event: Event) => {
      if (has(main, "data-unsaved") && !leaving && !isReverting) event.preventDefault();
    };
    window.addEventListener("beforeunload", confirmLeaving, { signal });
  }
  update();
}

/** Beside the buttons, where it is seen and read out. */
function showProblem(form: HTMLFormElement, text: string): void {
  const problem = form.querySelector(".hanse-form__unsent") ?? document.createElement("p");
  problem.className = "hanse-form__unsent";
  problem.setAttribute("role", "alert");
  problem.textContent = text;
  form.querySelector(".hanse-form__actions")?.prepend(problem);
}

/**
 * A copy of a form with the values that the server sent. The form itself may have others when this script starts: on a
 * slow machine a user types earlier, and a browser restores what was typed before a reload.
 */
function asSent(form: HTMLFormElement): HTMLFormElement {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return copy;
}

/** All entered values, as one text. The search text of a picker is not a change. */
function entered(form: HTMLFormElement): string {
  const pairs = [...new FormData(form)].filter(([name]) => !name.startsWith("_"));
  return JSON.stringify(pairs, (_key, value) => (value instanceof File ? [value.name, value.size] : value));
}
