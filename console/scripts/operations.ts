/**
 * Reduces the server's OpenAPI document to the console's calls, so that only used types are generated. A path is used
 * if code contains it, literally or as a template such as `/oauth/scopes/${collection}`. A method of it is used if code
 * that contains the path calls that method.
 */

interface Operation {
  responses: Record<string, unknown>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const PREFIX = /^\/pf-admin-(api\/v1|ui|api)(?=\/)/;
const METHODS = ["get", "put", "post", "delete", "patch", "head"];

/** Returns the document with the operations that `code`, a list of files, uses, and with their schemas. */
export function inUse(document: Document, code: readonly string[]): Document {
  const files = code.map((text) => ({ text, names: namedBy(text) }));
  const paths: Document["paths"] = {};
  for (const [path, item] of Object.entries(document.paths)) {
    const naming = files.filter(({ names }) => names(path.replace(PREFIX, "")));
    const called = Object.entries(item).filter(
      ([method]) => !METHODS.includes(method) || naming.some(({ text }) => text.includes(`.${method.toUpperCase()}(`)),
    );
    if (called.some(([method]) => METHODS.includes(method))) {
      paths[path] = Object.fromEntries(called.map(([method, value]) => [method, withoutErrors(value)]));
    }
  }
  const schemas = document.components.schemas ?? {};
  const wanted = new Set(Object.keys(schemas).filter((name) => code.some((text) => text.includes(`["${name}"]`))));
  const follow = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (wanted.has(name)) continue;
      wanted.add(name);
      follow(schemas[name]);
    }
  };
  follow([paths, ...[...wanted].map((name) => schemas[name])]);
  const kept = Object.entries(schemas).filter(([name]) => wanted.has(name));
  return { ...document, paths, components: { ...document.components, schemas: Object.fromEntries(kept) } };
}

/** All failures have one format, which `platform/api/errors.ts` parses itself. */
function withoutErrors(operation: Operation): Operation {
  if (!operation.responses) return operation;
  const answers = Object.entries(operation.responses).filter(([status]) => status < "400");
  return { ...operation, responses: Object.fromEntries(answers) };
}

function namedBy(text: string): (path: string) => boolean {
  const literals = new Set(text.match(/"\/[\w/{}.-]+"/g)?.map((literal) => literal.slice(1, -1)));
  const patterns = (text.match(/`\/(?:[\w/{}.-]|\$\{[^}`]*\})+`/g) ?? []).map(
    (one) =>
      new RegExp(
        `^${one
          .slice(1, -1)
          .replace(/\$\{[^}]*\}/g, "[^/]+")
          .replace(/\{/g, "\\{")}$`,
      ),
  );
  return (path) => literals.has(path) || patterns.some((pattern) => pattern.test(path));
}
