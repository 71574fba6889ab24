import { beforeEach, expect, it } from "vitest";
import { inherited } from "./dependents.ts";

beforeEach(() => {
  document.body.innerHTML = `
    <form class="hanse-form">
      <input name="c.f1" value="1"><input type="checkbox" name="c.f1Inherited" value="true" checked>
      <input name="c.f10" value="10"><input type="checkbox" name="c.f10Inherited" value="true">
      <input type="search" name="_search:c.f2"><input name="c.f2" value="2">
      <input type="checkbox" name="c.f2Inherited" value="true" checked>
      <input type="hidden" name="c.t0#" value="1"><input name="c.t0[0].c0" value="t">
      <button name="_do" value="remove:c.t0[0]"></button><button name="_do" value="add:c.t0"></button>
      <input type="checkbox" name="c.t0Inherited" value="true">
    </form>`;
  inherited(document);
});

const sent = () => [...new FormData(document.querySelector("form") as HTMLFormElement)].map(([name]) => name);
const buttons = () => [...document.querySelectorAll("button")].map((button) => button.disabled);

function tick(name: string, checked: boolean): void {
  const box = document.querySelector(`[name="${name}"]`) as HTMLInputElement;
  box.checked = checked;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

it("disables inherited fields, and none with a similar name", () => {
  expect(sent()).toEqual(["c.f1Inherited", "c.f10", "c.f2Inherited", "c.t0#", "c.t0[0].c0"]);
  tick("c.f1Inherited", false);
  expect(sent()).toContain("c.f1");
});

it("disables tables with their buttons", () => {
  expect(buttons()).toEqual([false, false]);
  tick("c.t0Inherited", true);
  expect(buttons()).toEqual([true, true]);
  expect(sent()).not.toContain("c.t0[0].c0");
  tick("c.t0Inherited", false);
  expect(buttons()).toEqual([false, false]);
});
