/** The tree of a policy: a choice takes effect at once where nothing can be lost by it. */
import { has, having } from "../features/frame/contract.ts";

export function tree(page: Document): void {
  for (const select of page.querySelectorAll<HTMLSelectElement>(having("data-choose"))) enhance(select);
}

function enhance(select: HTMLSelectElement): void {
  const apply = select.closest(".hanse-node__row")?.querySelector<HTMLButtonElement>(having("data-apply"));
  const first = select.value;
  let byPointer = false;
  if (!apply) return;
  apply.hidden = true;

  // The arrow keys pass by choices that are not meant: whoever uses them presses Enter, or the button.
  select.addEventListener("pointerdown", () => (byPointer = true));
  select.addEventListener("keydown", (event) => {
    byPointer = false;
    if (event.key !== "Enter" || select.value === first) return;
    event.preventDefault();
    select.form?.requestSubmit(apply);
  });
  select.addEventListener("change", () => {
    apply.hidden = select.value === first;
    if (byPointer && !has(select, "data-keeps") && !apply.hidden) select.form?.requestSubmit(apply);
  });
}
