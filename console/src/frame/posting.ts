/**
 * Forms are sent from here, and what comes of them is shown in place of what was there: a browser would note each of them
 * as a step of its history, and somebody who added three rows would have to go back four times.
 */

import { has } from "../features/frame/contract.ts";
import { PAGE_TAKEN } from "../features/frame/page.ts";
import { postForm } from "../platform/api/postForm.ts";
import { UNANSWERED } from "./guard.ts";

export function posting(page: Document, show: () => void): void {
  let isSending = false;
  let isLeft = false;
  page.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const pressed = event.submitter as HTMLButtonElement | null;
    // What answers a file is no page.
    if (event.defaultPrevented || isLeft || form.method !== "post" || has(pressed, "data-download")) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    void postForm(form, pressed).then((answer) => {
      isSending = false;
      if (answer?.page.querySelector(".hanse-frame")) {
        take(page, answer.page, answer.address, pressed);
        show();
        return page.dispatchEvent(new Event(PAGE_TAKEN));
      }
      // No page of ours, or no answer at all. A form that holds what was entered stays; of others browsers show what is.
      if (!form.dispatchEvent(new CustomEvent(UNANSWERED, { cancelable: true, detail: pressed }))) return;
      isLeft = true;
      form.requestSubmit(pressed);
    });
  });
}

function take(page: Document, found: Document, address: URL, pressed: HTMLElement | null): void {
  // Answers do not tell the part of the page that they were redirected to: it is the button that was pressed.
  address.hash = pressed?.id ?? "";
  page.defaultView?.history.replaceState(null, "", address);
  page.title = found.title;
  page.body.replaceChildren(...found.body.childNodes);
}
