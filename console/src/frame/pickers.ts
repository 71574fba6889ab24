/** Pickers search while somebody types, without another page. */
import { type FrameChoices, frameChoices } from "../api/frameChoices.ts";

const PAUSE_MS = 250;

export function pickers(page: Document): void {
  for (const picker of page.querySelectorAll<HTMLElement>("[data-picker]")) enhance(picker);
}

function enhance(picker: HTMLElement): void {
  const search = picker.querySelector<HTMLInputElement>("input[type=search]");
  const select = picker.querySelector("select");
  if (!search || !select) return;
  picker.querySelector("button")?.remove();
  let pending: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;

  async function look(search: HTMLInputElement, select: HTMLSelectElement): Promise<void> {
    const mine = ++newest;
    const type = picker.closest<HTMLElement>(".hanse-frame")?.dataset.type ?? "";
    const found = await frameChoices(nodeHere(), select.name, search.value, type, itemHere());
    // A slower answer to an older question is of no use any more.
    if (found && mine === newest) show(select, found);
  }

  search.addEventListener("input", () => {
    clearTimeout(pending);
    pending = setTimeout(() => void look(search, select), PAUSE_MS);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(pending);
    void look(search, select);
  });
}

/** A frame's node is the step below the frames. */
function nodeHere(): string {
  return location.pathname.split("/")[3] ?? "";
}

/** The id of the item whose form this is; nothing for a new one. */
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
