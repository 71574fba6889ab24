/** The texts that the scripts show. The server's page contains them in the user's language. */
import { having, valueAt } from "../features/frame/contract.ts";

/** Names of texts, as in `admin/frames/script_texts.py`. `{…}` in a text is a placeholder that a script fills. */
export const TEXTS = [
  "unchanged",
  "saving",
  "over",
  "away",
  "unanswered",
  "copied",
  "noScopes",
  "scopeGroup",
  "moreScopes",
  "selectScopes",
  "viewScopes",
] as const;

type TextName = (typeof TEXTS)[number];

export function textOf(page: Document, name: TextName, values: Readonly<Record<string, string>> = {}): string {
  const texts = JSON.parse(valueAt(page.querySelector(having("data-texts")), "data-texts") || "{}") as Partial<
    Record<TextName, string>
  >;
  return Object.entries(values).reduce((text, [value, shown]) => text.replace(`{${value}}`, shown), texts[name] ?? "");
}
