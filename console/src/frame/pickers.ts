/** Pickers search while the user types, without loading another page. */
import { having, valueAt } from "../features/frame/contract.ts";
import { type FrameChoices, frameChoices } from "../platform/api/frameChoices.ts";

const PAUSE_MS = 250;

export function pickers(page: Document, signal: AbortSignal): void {
  for (const picker of page.querySelectorAll<HTMLElement>(having("data-picker"))) enhance(picker);
  for (const note of page.querySelectorAll<HTMLElement>(having("data-first"))) chooseFirst(note, signal);
}

/**
 * Below an empty picker is a link to the page that adds the first item, in another tab. When the administrator returns,
 * the picker offers the item, and selects it if it is the only one.
 */
function chooseFirst(note: HTMLElement, signal: AbortSignal): void {
  const select = note.closest(".hanse-picker")?.querySelector("select");
  if (!select) return;
  const update = async () => {
    if (document.visibilityState !== "visible" || select.options.length > 1) return;
    const found = await choicesFor(select, "");
    if (!found?.items.length || select.options.length > 1) return;
    show(select, found);
    note.remove();
    if (found.items.length > 1 || found.hasMore) return;
    select.selectedIndex = 1;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  document.addEventListener("visibilitychange", () => void update(), { signal });
  window.addEventListener("focus", () => void update(), { signal });
  // With two windows side by side, neither becomes hidden; the page only notices when the picker gets the focus.
  select.addEventListener("focus", () => void update(), { signal });
}

function choicesFor(select: HTMLSelectElement, search: string): Promise<FrameChoices | undefined> {
  const type = valueAt(select.closest(".hanse-frame"), "data-type");
  return frameChoices(nodeHere(), select.name, search, type, itemHere());
}

function enhance(picker: HTMLElement): void {
  const search = picker.querySelector<HTMLInputElement>("input[type=search]");
  const select = picker.querySelector("select");
  if (!search || !select) return;
  picker.querySelector("button")?.remove();
  let pending: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;

  async function update(search: HTMLInputElement, select: HTMLSelectElement): Promise<void> {
    const mine = ++newest;
    const found = await choicesFor(select, search.value);
    // A slow answer to an older search is discarded.
    if (found && mine === newest) show(select, found);
  }

  search.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(() => void update(search, select), PAUSE_MS);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(pending);
    void update(search, select);
  });
}

/** The node's name is the path segment after the prefix of frames. */
function nodeHere(): string {
  return location.pathname.split("/")[3] ?? "";
}

/** The ID of the item that the form edits; undefined for a new one. */
function itemHere(): string {
  const [, , , , place, id = ""] = location.pathname.split("/");
  return place === "edit" ? decodeURIComponent(id) : "";
}

function show(select: HTMLSelectElement, { items }: FrameChoices): void {
  const chosen = select.selectedOptions[0];
  const kept = [select.options[0], ...(chosen && chosen !== select.options[0] ? [chosen] : [])];
  const found = items
    .filter(({ value }) => value !== chosen?.value)
    .map(({ value, label }) => Object.assign(document.createElement("option"), { value, textContent: label }));
  select.replaceChildren(...kept.filter((option) => option !== undefined), ...found);
}
