/** The language of the console: the one chosen in the account menu, else the browser's first supported language. */
import type { MessageFormatElement } from "react-intl";
import type { Catalogs, MessageId } from "../messages.ts";

/** In the order in which the account menu offers them. A language is listed once its catalog is complete. */
export const LOCALES = ["en", "de", "es"] as const;
export type Locale = (typeof LOCALES)[number];

type Catalog = Record<MessageId, MessageFormatElement[]>;
type Loader = () => Promise<Partial<Catalog>>;

/** English with accents, for tests that look for texts outside the catalogs; it is not offered to users. */
const PSEUDO = "pseudo";

/** The server reads the cookie too, so that its pages and messages have the same language. */
const COOKIE = "hanse_locale";
const A_YEAR_S = 31_536_000;

// Compiled by `scripts/locales.ts`.
const FILES = import.meta.glob<Partial<Catalog>>("../locales/*/*.json", { query: "?messages", import: "messages" });
const PSEUDO_FILES = import.meta.glob<Partial<Catalog>>("../locales/en/*.json", {
  query: "?pseudo",
  import: "messages",
});

/** The files loaded so far, of one language. */
const loaded = {} as Catalog;

/** Returns the language from the cookies, else the first supported one of `preferred` (BCP 47), else English. */
export function localeOf(cookies: string, preferred: readonly string[]): string {
  const chosen = new RegExp(`(?:^|; )${COOKIE}=([a-z]+)`).exec(cookies)?.[1];
  if (chosen === PSEUDO) return PSEUDO;
  return [chosen, ...preferred.map((tag) => tag.split("-", 1)[0])].find(isLocale) ?? "en";
}

/** Remembers the choice in this browser. It takes effect when the page is loaded again. */
export function chooseLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that is supported.
  document.cookie = `${COOKIE}=${locale}; Path=/; Max-Age=${A_YEAR_S}; SameSite=Strict; Secure`;
}

export function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Loads catalog files in this page's language. Returns the language and all messages loaded so far. */
export async function loadMessages(...files: (keyof Catalogs)[]): Promise<{ locale: string; messages: Catalog }> {
  const locale = localeOf(document.cookie, navigator.languages);
  const [folder, among] = locale === PSEUDO ? ["en", PSEUDO_FILES] : [locale, FILES];
  const loaders = files.map((file) => among[`../locales/${folder}/${file}.json`] as Loader);
  for (const messages of await Promise.all(loaders.map((load) => load()))) Object.assign(loaded, messages);
  return { locale: folder, messages: loaded };
}
