/**
 * Checks the catalogs: each language has the files and ids of the English one, and in each text the same arguments and
 * tags; each id is used by the code; and code uses only texts that are loaded when it runs: those of every page, and a screen
 * those of its own folder.
 */
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type MessageFormatElement, TYPE } from "@formatjs/icu-messageformat-parser";
import { compile, readTexts, type Texts } from "./locales.ts";

const SRC = join(import.meta.dirname, "../src");
const EVERYWHERE = "console";

/** Screens whose file of texts has another name, or that also load another folder's file. */
const LOADED: Readonly<Record<string, readonly string[]>> = { landing: ["home"], setup: ["setup", "system"] };

/** Returns the errors of a translation, as text. */
export function compare(language: string, english: Texts, translated: Texts): string[] {
  const [before, after] = [compile(english), compile(translated)];
  return [
    ...Object.keys(english)
      .filter((id) => !(id in translated))
      .map((id) => `${language} lacks ${id}.`),
    ...Object.keys(translated)
      .filter((id) => !(id in english))
      .map((id) => `${language} has ${id}, which English does not have.`),
    ...Object.keys(english)
      .filter((id) => id in translated && names(before[id]) !== names(after[id]))
      .map((id) => `${language}, ${id}: the arguments are ${names(after[id])}, not ${names(before[id])}.`),
  ];
}

/** The arguments and tags of a message, sorted. */
function names(elements: MessageFormatElement[] = []): string {
  const found = new Set<string>();
  const visit = (element: MessageFormatElement): void => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return;
    found.add(element.type === TYPE.tag ? `<${element.value}>` : element.value);
    if (element.type === TYPE.tag) element.children.forEach(visit);
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      for (const option of Object.values(element.options)) option.value.forEach(visit);
    }
  };
  elements.forEach(visit);
  return [...found].sort().join(", ");
}

/** Returns a test of whether code names an id: as it is, or by a template such as `keys.${state}KeyId`. */
export function usedBy(code: string): (id: string) => boolean {
  const literals = new Set(code.match(/"[A-Za-z]\w*\.[\w-]+"/g)?.map((literal) => literal.slice(1, -1)));
  const templates = new Set(
    code.match(/`(?:[\w.-]|\$\{[^}`]*\})+`/g)?.filter((one) => /\$\{.*\./.test(one) || /\..*\$\{/.test(one)),
  );
  const patterns = [...templates].map(
    (one) =>
      new RegExp(
        `^${one
          .slice(1, -1)
          .replace(/\$\{.*?\}/g, "\0")
          .replaceAll(".", "\\.")
          .replaceAll("\0", "[\\w-]+")}$`,
      ),
  );
  return (id) => literals.has(id) || patterns.some((pattern) => pattern.test(id));
}

const PAGE = /\n {2}(\w+)\(\{.*?\}\),/gs;

/** Returns the IDs that a file of code uses directly and that are not loaded when it runs. */
export function notLoaded(path: string, code: string, english: ReadonlyMap<string, Texts>): string[] {
  if (path === "shell/router.tsx") {
    // Each page declares its title and its file of texts.
    return [...code.matchAll(PAGE)].flatMap(([page, texts]) => notLoaded(`screens/${texts}/`, page, english));
  }
  const [, folder = ""] = /^screens\/(\w+)\//.exec(path) ?? [];
  const loaded = new Set([EVERYWHERE, folder, ...(LOADED[folder] ?? [])]);
  return [...english]
    .filter(([file]) => !loaded.has(file))
    .flatMap(([, texts]) => Object.keys(texts))
    .filter((id) => code.includes(`"${id}"`));
}

function check(): string[] {
  const english = readTexts("en");
  const ids = [...english.values()].flatMap((texts) => Object.keys(texts));
  const paths = globSync("**/*.{ts,tsx}", { cwd: SRC, exclude: ["**/*.test.*", "**/generated/**", "test/**"] });
  const code = new Map(paths.map((path) => [path, readFileSync(join(SRC, path), "utf8")]));
  const used = usedBy([...code.values()].join("\n"));
  return [
    ...readdirSync(join(SRC, "locales")).flatMap((language) => {
      const translated = readTexts(language);
      return [...english].flatMap(([file, texts]) => compare(`${language}/${file}`, texts, translated.get(file) ?? {}));
    }),
    ...ids.filter((id) => !used(id)).map((id) => `${id} is not used.`),
    ...[...code].flatMap(([path, text]) =>
      notLoaded(path, text, english).map((id) => `${path} uses ${id}, which is not loaded there.`),
    ),
  ];
}

if (import.meta.main) {
  const found = check();
  for (const line of found) console.error(line);
  process.exit(found.length > 0 ? 1 : 0);
}
