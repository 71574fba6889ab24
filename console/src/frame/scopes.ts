/** Lists of scopes are chosen in the console's dialog (specification 3, section 2.6), and shown as what they are. */
import * as v from "valibot";
import { type ScopeType, toFrame } from "../app/frame/messages.ts";
import { comeBackHere } from "./focus.ts";
import { isFramed, say } from "./shell.ts";

/** More than this is told by its number: a page with thousands of labels helps nobody. */
const SHOWN = 50;

export function scopes(page: Document, signal: AbortSignal): void {
  if (!isFramed()) return;
  const lists = [...page.querySelectorAll<HTMLElement>("[data-scopes]")].map(enhance);
  /** The list that the dialog was opened for. */
  let asked: (typeof lists)[number];
  for (const list of lists) {
    list?.open.addEventListener("click", () => {
      asked = list;
      comeBackHere();
      say({
        kind: "showScopes",
        description: list.holder.dataset.description ?? "",
        scopeType: list.holder.dataset.scopes as ScopeType,
        selectedScopes: namesIn(list.area),
        isIncludeScopeGroups: true,
      });
    });
  }
  const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || source !== window.parent || !asked?.submit.form) return;
    const { success, output } = v.safeParse(toFrame, data);
    if (!success || output.kind !== "submitScopes") return;
    // What the dialog has chosen is posted with the form, which comes back with it, unsaved.
    put(asked.submit.form, "scopeType", output.scopeType);
    put(asked.submit.form, "selectedScopes", output.selectedScopes.join(" "));
    asked.submit.form.requestSubmit(asked.submit);
  };
  window.addEventListener("message", hear, { signal });
}

function enhance(holder: HTMLElement) {
  const area = holder.querySelector("textarea");
  if (!area) return undefined;
  const names = namesIn(area);
  const list = document.createElement("ul");
  list.className = "hanse-lines__names";
  list.setAttribute("role", "list");
  list.append(...names.slice(0, SHOWN).map((name) => item(name)));
  if (names.length > SHOWN) list.append(item(`… and ${(names.length - SHOWN).toLocaleString("en")} more`));
  const none = document.createElement("p");
  none.textContent = "None is selected.";
  for (const plain of [area.parentElement, holder.querySelector<HTMLElement>(".hanse-lines__hint")]) {
    if (plain) plain.hidden = true;
  }
  const open = document.createElement("button");
  open.type = "button";
  open.id = `${area.id}-select`;
  open.className = "pf-v6-c-button pf-m-secondary";
  const label = document.querySelector(`label[for="${area.id}"]`);
  open.textContent = "Select Scopes";
  open.setAttribute("aria-label", `Select Scopes: ${label?.textContent?.trim() ?? ""}`);
  label?.setAttribute("for", open.id);
  const submit = holder.querySelector<HTMLButtonElement>("button[name=_do]");
  holder.prepend(names.length ? list : none);
  // Those who may change nothing look at the list, and the dialog would offer them no more.
  if (!submit) return undefined;
  holder.append(open);
  return { holder, area, open, submit };
}

function item(text: string): HTMLLIElement {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

function namesIn(area: HTMLTextAreaElement): string[] {
  return area.value.split(/\s+/).filter(Boolean);
}

function put(form: HTMLFormElement, name: string, value: string): void {
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  input.value = value;
  form.append(input);
}
