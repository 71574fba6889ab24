/**
 * A Vite plugin: `locales/<language>/<file>.json?messages` is a file of the catalog, compiled. The texts are parsed here,
 * so that no message parser is sent to browsers. With `?pseudo` they get accents and brackets: a text that is shown without
 * them is in no catalog.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, parse as parsePath } from "node:path";
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";

const FOLDER = join(import.meta.dirname, "../src/locales");
const PARSER = "@formatjs/icu-messageformat-parser";
const FILE = /locales\/(\w+\/\w+)\.json\?(messages|pseudo)$/;

export type Texts = Readonly<Record<string, string>>;

/** Reads the files of a language, by name. */
export function readTexts(language: string): Map<string, Texts> {
  const files = readdirSync(join(FOLDER, language));
  return new Map(files.map((file) => [parsePath(file).name, readFile(`${language}/${parsePath(file).name}`)]));
}

function readFile(file: string): Texts {
  return JSON.parse(readFileSync(join(FOLDER, `${file}.json`), "utf8"));
}

/** Parses texts; a text that is no ICU message is an error that names its id. */
export function compile(texts: Texts): Record<string, MessageFormatElement[]> {
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      try {
        return [id, parse(text, { captureLocation: false })];
      } catch (error) {
        throw new Error(`${id}: ${String(error)}`);
      }
    }),
  );
}

const PLAIN = "aceinostuyACEINOSUY";
const ACCENTED = "áçéíñóšťúýÁÇÉÍÑÓŠÚÝ";

/** Marks a message, so that it is recognizable as a text of the catalog; arguments stay unchanged. */
export function pseudo(elements: MessageFormatElement[]): MessageFormatElement[] {
  const bracket = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });
  return [bracket("["), ...elements.map(accented), bracket("]")];
}

function accented(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return {
        ...element,
        value: element.value.replace(/[A-Za-z]/g, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter),
      };
    case TYPE.tag:
      return { ...element, children: element.children.map(accented) };
    case TYPE.plural:
    case TYPE.select:
      return {
        ...element,
        options: Object.fromEntries(
          Object.entries(element.options).map(([name, option]) => [
            name,
            { ...option, value: option.value.map(accented) },
          ]),
        ),
      };
    default:
      return element;
  }
}

export function locales(): Plugin {
  return {
    name: "hanse-locales",
    enforce: "pre",
    // Formatters are built without the parser, which only uncompiled texts need.
    config: (_, { command }) =>
      command === "build" ? { resolve: { alias: { [PARSER]: `${PARSER}/no-parser.js` } } } : undefined,
    resolveId: (id) => {
      const [, file, kind] = FILE.exec(id) ?? [];
      // Without its extension, so that it is not treated as a JSON module.
      return file && `\0${kind}:${file}`;
    },
    load(id) {
      const [, kind, file] = /^\0(messages|pseudo):(.*)$/.exec(id) ?? [];
      if (!file) return undefined;
      this.addWatchFile(join(FOLDER, `${file}.json`));
      const messages = Object.entries(compile(readFile(file))).map(([key, elements]) => [
        key,
        kind === "pseudo" ? pseudo(elements) : elements,
      ]);
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(messages)))});`;
    },
  };
}
