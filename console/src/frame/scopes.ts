/** Scopes are selected in the console's dialog (specification 3, section 2.6) and shown as labels. */
import { having, valueAt } from "../features/frame/contract.ts";
import type { ScopeType, ToFrame } from "../features/frame/messages.ts";
import { opensDialog } from "./focus.ts";
import { isFramed, onConsoleMessage, sendToConsole } from "./shell.ts";
import { textOf } from "./texts.ts";

/** Above this limit only the number is shown: a page with thousands of labels helps nobody. */
const SHOWN = 50;

export function scopes(page: Document, signal: AbortSignal): void {
  if (!isFramed()) return;
  const lists = [...page.querySelectorAll<HTMLElement>(having("data-scopes"))]
    .map(enhance)
    .filter((list) => list !== undefined);
  /** The list for which the dialog was opened. */
  let opened: ScopeList | undefined;
  for (const list of lists) {
    opensDialog(list.open, () => {
      opened = list;
      sendToConsole({
        kind: "showScopes",
        description: valueAt(list.holder, "data-description"),
        scopeType: list.type,
        selectedScopes: { commonScope: namesOf(lists, "commonScope"), other: namesOf(lists, "other") },
        selectedGroups: lists.flatMap(({ groups }) => [...groups]),
        isIncludeScopeGroups: true,
      });
    });
  }
  const submit = ({ scopeType, selectedScopes }: Extract<ToFrame, { kind: "submitScopes" }>) => {
    if (!opened?.submit?.form) return;
    // The selection is posted with the form. The server answers with the updated form, still unsaved.
    put(opened.submit.form, "scopeType", scopeType);
    put(opened.submit.form, "selectedScopes", selectedScopes[scopeType].join(" "));
    put(opened.submit.form, "otherSelectedScopes", selectedScopes[otherThan(scopeType)].join(" "));
    opened.submit.form.requestSubmit(opened.submit);
  };
  onConsoleMessage("submitScopes", submit, signal);
}

interface ScopeList {
  type: ScopeType;
  holder: HTMLElement;
  area: HTMLTextAreaElement;
  groups: ReadonlySet<string>;
  open: HTMLElement;
  /** Absent for readers, who can open the dialog but change nothing. */
  submit: HTMLButtonElement | null;
}

function enhance(holder: HTMLElement): ScopeList | undefined {
  const area = holder.querySelector("textarea");
  if (!area) return undefined;
  const names = namesIn(area);
  const groups = new Set(valueAt(holder, "data-groups").split(" ").filter(Boolean));
  const list = document.createElement("ul");
  list.className = "hanse-lines__names";
  list.setAttribute("role", "list");
  list.append(
    ...names.slice(0, SHOWN).map((name) => item(groups.has(name) ? textOf(document, "scopeGroup", { name }) : name)),
  );
  if (names.length > SHOWN) list.append(item(more(names.length - SHOWN)));
  const none = document.createElement("p");
  none.textContent = textOf(document, "noScopes");
  for (const plain of [area.parentElement, holder.querySelector<HTMLElement>(".hanse-lines__hint")]) {
    if (plain) plain.hidden = true;
  }
  const submit = holder.querySelector<HTMLButtonElement>("button[name=_do]");
  const label = document.querySelector(`label[for="${area.id}"]`);
  const open = opener(textOf(document, submit ? "selectScopes" : "viewScopes"), label?.textContent?.trim() ?? "");
  open.id = `${area.id}-select`;
  label?.setAttribute("for", open.id);
  holder.prepend(names.length ? list : none);
  holder.append(open);
  return { type: valueAt(holder, "data-scopes") as ScopeType, holder, area, groups, open, submit };
}

function more(count: number): string {
  return textOf(document, "moreScopes", { count: count.toLocaleString(document.documentElement.lang || "en") });
}

/** A link with the role of a button: a reader's form disables its buttons, but readers open the dialog too. */
function opener(text: string, label: string): HTMLElement {
  const open = document.createElement("a");
  open.href = "#";
  open.setAttribute("role", "button");
  open.className = "pf-v6-c-button pf-m-secondary";
  open.textContent = text;
  open.setAttribute("aria-label", `${text}: ${label}`);
  return open;
}

function namesOf(lists: readonly ScopeList[], type: ScopeType): string[] {
  return lists.filter((list) => list.type === type).flatMap(({ area }) => namesIn(area));
}

function otherThan(type: ScopeType): ScopeType {
  return type === "other" ? "commonScope" : "other";
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
