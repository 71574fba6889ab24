/**
 * Forms are submitted by this script, which replaces the page's content with the answer: a browser would add each
 * answer to its history, and a user who added three rows would have to go back four times. Other pages of the node are
 * shown in the same way when the console leads there.
 */

import { has } from "../features/frame/contract.ts";
import { GO, PAGE_NOT_TAKEN, PAGE_TAKEN } from "../features/frame/page.ts";
import { getPage, type Posted, postForm } from "../platform/api/postForm.ts";
import { UNANSWERED } from "./guard.ts";

export function posting(page: Document, show: () => void): void {
  let isSending = false;
  let isLeft = false;
  /** The latest request. Answers to older requests are discarded. */
  let newest = 0;

  function take(found: Posted, part: string): void {
    // Answers do not include the URL fragment to which they were redirected.
    found.address.hash = part;
    replace(page, found);
    show();
    page.dispatchEvent(new Event(PAGE_TAKEN));
  }

  page.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    const pressed = event.submitter as HTMLButtonElement | null;
    // An answer that is a file is not a page.
    if (event.defaultPrevented || isLeft || form.method !== "post" || has(pressed, "data-download")) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    const mine = ++newest;
    void postForm(form, pressed).then((answer) => {
      isSending = false;
      if (mine !== newest) return;
      // The element to continue at is the button that was pressed.
      if (isOurs(answer)) return take(answer, pressed?.id ?? "");
      // Not one of our pages, or no answer. A form with unsaved values stays; otherwise the browser shows the answer.
      if (!form.dispatchEvent(new CustomEvent(UNANSWERED, { cancelable: true, detail: pressed }))) return;
      isLeft = true;
      form.requestSubmit(pressed);
    });
  });

  page.addEventListener(GO, (event) => {
    event.preventDefault();
    const address = new URL((event as CustomEvent<string>).detail, location.href);
    const mine = ++newest;
    void getPage(address).then((answer) => {
      if (mine !== newest) return;
      if (!isOurs(answer) || !isOfSameBuild(page, answer.page)) return page.dispatchEvent(new Event(PAGE_NOT_TAKEN));
      const search = searchFieldWithFocus(page);
      take(answer, address.hash.slice(1));
      if (search) goOnTyping(page, search);
    });
  });
}

function isOurs(answer: Posted | undefined): answer is Posted {
  return Boolean(answer?.page.querySelector(".hanse-frame"));
}

/** A page of a newer server has another script and another style sheet, which need a new document. */
function isOfSameBuild(page: Document, found: Document): boolean {
  const scripts = (one: Document) => [...one.querySelectorAll("script[type=module]")].map((each) => each.outerHTML);
  return String(scripts(page)) === String(scripts(found));
}

function replace(page: Document, { page: found, address }: Posted): void {
  page.defaultView?.history.replaceState(null, "", address);
  page.title = found.title;
  page.body.replaceChildren(...found.body.childNodes);
}

function searchFieldWithFocus(page: Document): HTMLInputElement | undefined {
  const field = page.activeElement;
  return field instanceof HTMLInputElement && has(field.form, "data-search") ? field : undefined;
}

/** A user who searches may have typed more while the results were fetched. */
function goOnTyping(page: Document, before: HTMLInputElement): void {
  const field = page.querySelector<HTMLInputElement>(`input[name="${before.name}"]`);
  if (!field) return;
  field.value = before.value;
  field.focus({ preventScroll: true });
  field.setSelectionRange(before.selectionStart, before.selectionEnd);
  // The results are those of the text that was sent; the page searches again for a longer one.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
