import { expect, it, vi } from "vitest";
import { FRAME_TEXTS } from "../test/frameTexts.ts";
import { copying } from "./copying.ts";

it("copies an identifier by click and by keys, and says so", async () => {
  document.body.innerHTML = `<div class="hanse-frame" ${FRAME_TEXTS}>
    <fieldset disabled><a role="button" href="#" hidden data-copy="client one" aria-label="Copy Client ID">+</a></fieldset>
  </div>`;
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  const button = document.querySelector("a") as HTMLElement;
  copying(document);
  expect(button.hidden).toBe(false);
  button.click();
  await vi.waitFor(() => expect(document.querySelector("[role=status]")).toHaveTextContent("[copied]"));
  button.dispatchEvent(new KeyboardEvent("keydown", { key: " ", cancelable: true }));
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
  expect(writeText).toHaveBeenLastCalledWith("client one");
  expect(document.querySelectorAll("[role=status]")).toHaveLength(1);
  vi.unstubAllGlobals();
});
