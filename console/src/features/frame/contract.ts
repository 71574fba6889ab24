/**
 * The contract between the pages of the inner frame and the scripts inside and around it: every attribute they use, the
 * kind of its value, and who writes it. `npm run gen` exports it for the server's tests, which compare it with the
 * templates and with all generated pages; a test of the console compares it with the scripts.
 */

interface Attribute {
  /** `flag` has no value, `json` contains JSON text, and `id` is the ID of an element of the page. */
  value: "flag" | "text" | "json" | "id";
  /** The side that sets it: the server's page, a script, or both. */
  by: "page" | "script" | "both";
}

export const CONTRACT = {
  // The page as a whole
  "data-focus": { value: "text", by: "page" },
  "data-guarded": { value: "flag", by: "page" },
  "data-help": { value: "text", by: "page" },
  "data-session": { value: "text", by: "page" },
  "data-settings": { value: "text", by: "both" },
  "data-takes-keys": { value: "flag", by: "script" },
  "data-target": { value: "text", by: "page" },
  "data-texts": { value: "json", by: "page" },
  "data-type": { value: "text", by: "page" },
  "data-unsaved": { value: "flag", by: "both" },
  // Lists
  "data-delete": { value: "json", by: "page" },
  "data-search": { value: "flag", by: "page" },
  "data-submits": { value: "flag", by: "page" },
  // Forms
  "data-conflict": { value: "json", by: "page" },
  "data-copy": { value: "text", by: "page" },
  "data-description": { value: "text", by: "page" },
  "data-discard": { value: "flag", by: "page" },
  "data-download": { value: "flag", by: "page" },
  "data-first": { value: "text", by: "page" },
  "data-groups": { value: "text", by: "page" },
  "data-overwrite": { value: "flag", by: "page" },
  "data-picker": { value: "text", by: "page" },
  "data-prefilled": { value: "flag", by: "page" },
  "data-refresh": { value: "flag", by: "page" },
  "data-reverts": { value: "flag", by: "page" },
  "data-save": { value: "flag", by: "page" },
  "data-scopes": { value: "text", by: "page" },
  "data-section": { value: "flag", by: "page" },
  "data-stuck": { value: "flag", by: "script" },
  "data-test-expression": { value: "id", by: "page" },
  "data-when": { value: "json", by: "page" },
  // Policy trees
  "data-apply": { value: "flag", by: "page" },
  "data-choose": { value: "flag", by: "page" },
  "data-keeps": { value: "flag", by: "page" },
  "data-rules": { value: "json", by: "page" },
  "data-submit-rules": { value: "flag", by: "page" },
  "data-tree": { value: "flag", by: "page" },
} as const satisfies Record<`data-${string}`, Attribute>;

export type FrameAttribute = keyof typeof CONTRACT;

/** The selector of elements with an attribute, and optionally with one value of it. */
export function having(name: FrameAttribute, value?: string): string {
  return value === undefined ? `[${name}]` : `[${name}="${CSS.escape(value)}"]`;
}

/** The value of an attribute, or an empty text if it is absent. */
export function valueAt(element: Element | null | undefined, name: FrameAttribute): string {
  return element?.getAttribute(name) ?? "";
}

export function has(element: Element | null | undefined, name: FrameAttribute): boolean {
  return element?.hasAttribute(name) ?? false;
}

/** Sets or removes a flag. */
export function mark(element: Element | null | undefined, name: FrameAttribute, isSet: boolean): void {
  element?.toggleAttribute(name, isSet);
}
