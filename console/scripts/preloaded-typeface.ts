import type { HtmlTagDescriptor, Plugin } from "vite";

/** The file of the typeface with the characters of all languages of the console. */
const FILE = "inter-latin-wght-normal.woff2";

interface BuiltFile {
  fileName: string;
  originalFileNames?: readonly string[];
}

/**
 * Loads the typeface together with the first style sheet, instead of when the first text is laid out. Otherwise the
 * text would be laid out twice with different widths, which would move everything below it.
 */
export function preloadedTypeface(): Plugin {
  return {
    name: "preloaded-typeface",
    transformIndexHtml: { order: "post", handler: (_html, { bundle }) => preloads(Object.values(bundle ?? {})) },
  };
}

export function preloads(files: readonly BuiltFile[]): HtmlTagDescriptor[] {
  return files
    .filter(({ originalFileNames }) => originalFileNames?.some((name) => name.endsWith(`/${FILE}`)))
    .map(({ fileName }) => ({
      tag: "link",
      // Typefaces are always requested as if from another origin; without the attribute the file is loaded twice.
      attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${fileName}`, crossorigin: true },
      injectTo: "head",
    }));
}
