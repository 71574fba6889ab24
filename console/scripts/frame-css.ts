/**
 * The classes that frame pages can have, read from the server's templates and the script. The build leaves out all
 * rules of the frame's style sheet for other classes, and variables that no rule uses, because PatternFly's components
 * have many.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss, { type Container, type Root, type Rule } from "postcss";
import type { Plugin } from "vite";

const ROOT = join(import.meta.dirname, "../..");
const TEMPLATES = "src/hanse/admin/frames/templates/*.html";
const SOURCES = [TEMPLATES, "src/hanse/admin/frames/**/*.py", "console/src/frame/*.ts"];
/** A computed class: `pf-m-{{ "danger" if failed else "success" }}`. */
const COMPOSED = /([\w-]*)\{\{([^{}]*)\}\}/g;
const CLASS = /(?<![\w-])(?:pf-(?:v6|m)|hanse)-[\w-]*[\w]/g;
const IN_SELECTOR = /\.((?:[\w-]|\\.)+)/g;

/** The classes in a template or a script. */
export function classesIn(text: string): Set<string> {
  const found = new Set(text.match(CLASS));
  for (const [, prefix = "", expression = ""] of text.matchAll(COMPOSED)) {
    if (!/^(?:pf|hanse)-.*-$/.test(prefix)) continue;
    for (const [, end = ""] of expression.matchAll(/"([\w-]+)"/g)) found.add(prefix + end);
  }
  return found;
}

function read(patterns: readonly string[]): Set<string> {
  const files = globSync([...patterns], { cwd: ROOT }).filter((path) => !path.includes(".test."));
  return new Set(files.flatMap((path) => [...classesIn(readFileSync(join(ROOT, path), "utf8"))]));
}

/** The classes of the server's templates. */
export const templateClasses = () => read([TEMPLATES]);

/** The style sheet without the rules that require an unused class. */
export function purged(css: string, used: ReadonlySet<string>): string {
  const root = postcss.parse(css);
  const isInUse = (selector: string) =>
    [...withoutNot(selector).matchAll(IN_SELECTOR)].every(
      ([, name = ""]) => !/^(?:pf|hanse)-/.test(name) || used.has(name),
    );
  root.walkRules((rule: Rule) => {
    if (rule.parent?.type === "atrule" && /keyframes/.test((rule.parent as postcss.AtRule).name)) return;
    const kept = rule.selectors.filter(isInUse);
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  });
  removeUnusedVariables(root);
  removeEmpty(root);
  return root.toString();
}

/** Excluded parts of a selector need not exist. */
function withoutNot(selector: string): string {
  return selector.replaceAll(/:not\((?:[^()]|\([^()]*\))*\)/g, "");
}

/** PatternFly's components set hundreds of variables for their modifiers; the unused ones are left out. */
function removeUnusedVariables(root: Root): void {
  for (let removed = true; removed; ) {
    removed = false;
    const read = new Set([...root.toString().matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
    root.walkDecls(/^--pf-v6-c-/, (declaration) => {
      if (read.has(declaration.prop)) return;
      declaration.remove();
      removed = true;
    });
  }
}

function removeEmpty(container: Container): void {
  container.each((node) => {
    if (!("nodes" in node) || !node.nodes) return;
    removeEmpty(node as Container);
    if (node.nodes.length === 0) node.remove();
  });
}

export function purgeFrameCss(): Plugin {
  return {
    name: "purge-frame-css",
    apply: "build",
    generateBundle(_options, bundle) {
      const used = read(SOURCES);
      for (const file of Object.values(bundle)) {
        if (file.type === "asset" && file.fileName.endsWith(".css")) file.source = purged(String(file.source), used);
      }
    },
  };
}
