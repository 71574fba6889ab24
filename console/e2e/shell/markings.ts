/**
 * Finds texts outside the catalogs with the language `pseudo`, in which every catalog text has accents and
 * brackets: a text without them is hard-coded. Values from the server are ignored (the terms of use are one text), and
 * so are dates and times in their own formats.
 */
import { parse } from "@formatjs/icu-messageformat-parser";
import type { Page } from "@playwright/test";
import { pseudo } from "../../scripts/locales.ts";

/** A text of the catalog as the pseudo language shows it. */
export function marked(english: string): string {
  return pseudo(parse(english))
    .map((element) => ("value" in element ? element.value : ""))
    .join("");
}

/** The letters that the pseudo language replaces, and their replacements. */
const PLAIN = /[aceinostuyACEINOSUY]/;
const MARKED = /[[\]áçéíñóšťúýÁÇÉÍÑÓŠÚÝ]/;

/**
 * Texts that are equal in all languages, or come from the browser: dates and times in the specified formats, relative
 * times, and the names of algorithms.
 */
const ELSEWHERE = [
  /\b[A-Z][a-z]{2} [A-Z][a-z]{2} \d{2} \d{2}:\d{2}:\d{2} \S+ \d{4}/g,
  /\b\d{2} [A-Z][a-z]{2} \d{4}(, \d{2}:\d{2} UTC)?/g,
  /\bin \d+ days\b/g,
  /\b(SHA-(1|256)|RSA \d{4}|EC P-\d{3}|[RP]S(256|384|512))\b/g,
];

export class Markings {
  /** All texts in the answers of the server. */
  readonly #known = new Set<string>();
  /** Texts that were already checked. */
  readonly #fine = new Set<string>();
  readonly #page: Page;

  constructor(page: Page, ...known: string[]) {
    this.#page = page;
    for (const one of known) this.#known.add(one);
    page.on("response", async (response) => {
      if (!response.headers()["content-type"]?.includes("json")) return;
      // A page that was left has no answers any more.
      const answer: unknown = await response.json().catch(() => null);
      this.#learn(answer);
    });
  }

  /** Returns the page's visible or accessible texts that are in no catalog, with their elements. */
  async missing(): Promise<string[]> {
    const shown = await this.#page.evaluate(textsOf);
    const left = shown.filter(({ text }) => !this.#fine.has(text));
    for (const { text } of left) if (!this.#isUnmarked(text.trim())) this.#fine.add(text);
    return left.filter(({ text }) => !this.#fine.has(text)).map(({ text, element }) => `${element}: ${text}`);
  }

  #learn(value: unknown): void {
    // Parts of names too: CN, O and C of a certificate are shown separately.
    if (typeof value === "string") for (const one of [value, ...value.split(/\\?,|=/)]) this.#known.add(one.trim());
    else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) this.#learn(one);
  }

  #isUnmarked(text: string): boolean {
    // Each item of a text shown as a list, or in the page's title.
    if (text.split(/ · |, |,? ?\b\w+=|\\/).every((one) => !PLAIN.test(one) || this.#known.has(one.trim())))
      return false;
    let rest = ELSEWHERE.reduce((left, one) => left.replace(one, ""), text);
    // A server value within a catalog text.
    if (MARKED.test(rest)) {
      for (const one of [...this.#known].filter((known) => known.length > 2 && rest.includes(known)).sort(byLength)) {
        rest = rest.replaceAll(one, "");
      }
    }
    return PLAIN.test(rest);
  }
}

const byLength = (one: string, other: string) => other.length - one.length;

/** Runs in the page: its texts and visible or accessible attributes, without code and the inner frame. */
function textsOf(): { element: string; text: string }[] {
  const attributes = [
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
    "placeholder",
    "title",
    "alt",
  ];
  const nameOf = ({ localName, className }: Element) => `<${localName} class="${String(className)}">`;
  const found = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join(","))]
    .filter((element) => !element.closest("[aria-hidden=true]"))
    .flatMap((element) =>
      attributes.map((name) => ({ element: `${nameOf(element)} ${name}`, text: element.getAttribute(name) ?? "" })),
    );
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest("script, style, noscript, code, pre, kbd, .hanse-setup__terms, .hanse-users__type"))
      continue;
    found.push({ element: nameOf(parent), text: node.textContent ?? "" });
  }
  return [...found, { element: "<title>", text: document.title }].filter(({ text }) => text.trim() !== "");
}
