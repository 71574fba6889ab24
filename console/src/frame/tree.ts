/** The policy tree: a choice takes effect immediately if nothing can be lost by it. */

import { has, having, valueAt } from "../features/frame/contract.ts";
import type { FromFrame, ToFrame } from "../features/frame/messages.ts";
import { opensDialog } from "./focus.ts";
import { isFramed, onConsoleMessage, sendToConsole } from "./shell.ts";

export function tree(page: Document): void {
  for (const select of page.querySelectorAll<HTMLSelectElement>(having("data-choose"))) enhance(select);
}

function enhance(select: HTMLSelectElement): void {
  const apply = select.closest(".hanse-node__row")?.querySelector<HTMLButtonElement>(having("data-apply"));
  // The choice of the server: the browser may show another one, which was made before this script started.
  const first = ([...select.options].find((option) => option.defaultSelected) ?? select.options[0])?.value;
  let byPointer = false;
  if (!apply) return;

  // Arrow keys pass over unwanted choices, so keyboard users confirm with Enter or the button.
  select.addEventListener("pointerdown", () => (byPointer = true));
  select.addEventListener("keydown", (event) => {
    byPointer = false;
    if (event.key !== "Enter" || select.value === first) return;
    event.preventDefault();
    select.form?.requestSubmit(apply);
  });
  const update = () => (apply.hidden = select.value === first);
  update();
  select.addEventListener("change", () => {
    update();
    if (byPointer && !has(select, "data-keeps") && !apply.hidden) select.form?.requestSubmit(apply);
  });
}

type Submission = Extract<ToFrame, { kind: "submitRules" }>;

/** Opens the console's Rules dialog for a policy node, and writes the dialog's result into the form. */
export function rules(page: Document, signal: AbortSignal): void {
  const section = page.querySelector<HTMLElement>(having("data-tree"));
  if (!section || !isFramed()) return;
  for (const button of section.querySelectorAll<HTMLElement>(having("data-rules"))) {
    button.hidden = false;
    // The page comes from our own server, and the console validates all of it.
    opensDialog(button, () => sendToConsole(JSON.parse(valueAt(button, "data-rules")) as FromFrame));
  }
  onConsoleMessage("submitRules", (submission) => submit(section, submission), signal);
}

function submit(section: HTMLElement, { submittedRules, submittedRulesId, defaultSuccess }: Submission): void {
  const button = section.querySelector<HTMLButtonElement>(having("data-submit-rules"));
  const values = {
    submittedRules: JSON.stringify(submittedRules),
    submittedRulesId,
    defaultSuccess: `${defaultSuccess}`,
  };
  for (const [name, value] of Object.entries(values)) {
    const input = section.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!input || !button) return;
    input.value = value;
    input.disabled = false;
  }
  button?.form?.requestSubmit(button);
}
