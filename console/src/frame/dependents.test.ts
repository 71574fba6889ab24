import { beforeEach, describe, expect, it } from "vitest";
import { dependents } from "./dependents.ts";

const when = (...conditions: [string, string[]][]) => JSON.stringify(conditions);

beforeEach(() => {
  document.body.innerHTML = `
    <nav class="hanse-sections"><a href="#s1">One</a><span><a href="#s2">Two</a></span></nav>
    <form class="hanse-form">
      <select name="type"><option>NONE</option><option>SECRET</option></select>
      <input type="checkbox" name="grants" value="CODE">
      <input type="checkbox" name="grants" value="CIBA">
      <div id="secret" data-when='${when(["type", ["SECRET"]])}'><input name="secret" value="s"></div>
      <div id="again" data-when='${when(["secret", ["s"]])}'><input name="again" value="a"></div>
      <div id="unticked" data-when='${when(["alone", [""]])}'><input name="unticked"></div>
      <input type="checkbox" name="alone" value="true">
      <section data-section aria-labelledby="s2"><h2 id="s2">CIBA</h2>
        <div id="ciba" data-when='${when(["grants", ["CIBA"]], ["type", ["SECRET"]])}'><input name="mode"></div>
      </section>
    </form>`;
  dependents(document);
});

const form = () => document.querySelector("form") as HTMLFormElement;
const hidden = (id: string) => (document.getElementById(id) as HTMLElement).hidden;
const sent = () => [...new FormData(form())].map(([name]) => name);

function choose(value: string): void {
  const select = document.querySelector("select") as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

function tick(value: string, checked: boolean): void {
  const box = document.querySelector(`input[value=${value}]`) as HTMLInputElement;
  box.checked = checked;
  box.dispatchEvent(new Event("change", { bubbles: true }));
}

describe("fields that depend on others", () => {
  it("are hidden and not posted until the other fields have the value", () => {
    expect([hidden("secret"), hidden("again")]).toEqual([true, true]);
    expect(sent()).toEqual(["type", "unticked"]);
    choose("SECRET");
    expect([hidden("secret"), hidden("again")]).toEqual([false, false]);
    expect(sent()).toEqual(["type", "secret", "again", "unticked"]);
    choose("NONE");
    expect(sent()).toEqual(["type", "unticked"]);
  });

  it("require all of their conditions, and one of the check boxes", () => {
    tick("CIBA", true);
    expect(hidden("ciba")).toBe(true);
    choose("SECRET");
    expect(hidden("ciba")).toBe(false);
    tick("CIBA", false);
    tick("CODE", true);
    expect(hidden("ciba")).toBe(true);
  });

  it("hide an empty section and its link in the index", () => {
    const section = document.querySelector("section") as HTMLElement;
    const link = document.querySelector("a[href='#s2']") as HTMLElement;
    expect([section.hidden, link.parentElement?.hidden]).toEqual([true, true]);
    tick("CIBA", true);
    choose("SECRET");
    expect([section.hidden, link.parentElement?.hidden]).toEqual([false, false]);
  });

  it("can depend on an unticked box", () => {
    expect(hidden("unticked")).toBe(false);
    tick("true", true);
    expect(hidden("unticked")).toBe(true);
  });
});
