/** Buttons that copy an identifier. They are links with the role of a button, because readers' forms are disabled. */
import { having, valueAt } from "../features/frame/contract.ts";
import { textOf } from "./texts.ts";

export function copying(page: Document): void {
  for (const button of page.querySelectorAll<HTMLElement>(having("data-copy"))) {
    button.hidden = false;
    const copy = async (event: Event) => {
      event.preventDefault();
      await navigator.clipboard.writeText(valueAt(button, "data-copy"));
      announce(page, textOf(page, "copied"));
      button.classList.add("hanse-copy--done");
    };
    button.addEventListener("click", (event) => void copy(event));
    button.addEventListener("keydown", (event) => {
      if (event.key === " ") void copy(event);
    });
    button.addEventListener("blur", () => button.classList.remove("hanse-copy--done"));
  }
}

/** Lets a screen reader announce that the value was copied. */
function announce(page: Document, text: string): void {
  const main = page.querySelector(".hanse-frame");
  const status = main?.querySelector(".hanse-copied") ?? page.createElement("span");
  status.className = "hanse-copied pf-v6-screen-reader";
  status.setAttribute("role", "status");
  main?.append(status);
  status.textContent = "";
  requestAnimationFrame(() => {
    status.textContent = text;
  });
}
