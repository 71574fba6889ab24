/** Opens the console's Rules dialog for a node of a policy, and puts into the form what comes of it. */
import * as v from "valibot";
import { having, valueAt } from "../features/frame/contract.ts";
import { type FromFrame, type ToFrame, toFrame } from "../features/frame/messages.ts";
import { comeBackHere } from "./focus.ts";
import { isFramed, say } from "./shell.ts";

type Submission = Extract<ToFrame, { kind: "submitRules" }>;

export function rules(page: Document, signal: AbortSignal): void {
  const section = page.querySelector<HTMLElement>(having("data-tree"));
  if (!section || !isFramed()) return;
  for (const button of section.querySelectorAll<HTMLElement>(having("data-rules"))) {
    button.hidden = false;
    const open = (event: Event) => {
      event.preventDefault();
      // The page was made by our own server, and the console looks at every part of it.
      comeBackHere();
      say(JSON.parse(valueAt(button, "data-rules")) as FromFrame);
    };
    button.addEventListener("click", open);
    button.addEventListener("keydown", (event) => {
      if (event.key === " ") open(event);
    });
  }
  const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== window.parent) return;
    const { success, output } = v.safeParse(toFrame, data, { abortEarly: true });
    if (success && output.kind === "submitRules") submit(section, output);
  };
  window.addEventListener("message", hear, { signal });
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
