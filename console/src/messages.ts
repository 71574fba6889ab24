/**
 * The message catalog. Texts are ICU messages in `locales/<language>/`. Code refers to them by ID, and the compiler
 * rejects an ID that the English catalog does not have. `<FormattedMessage id="…">` and `formatMessage({ id })` take
 * IDs directly; `message` makes a value of one that can be passed on.
 */
import type consoleTexts from "./locales/en/console.json";
import type helpTexts from "./locales/en/help.json";
import type homeTexts from "./locales/en/home.json";
import type securityTexts from "./locales/en/security.json";
import type setupTexts from "./locales/en/setup.json";
import type systemTexts from "./locales/en/system.json";

/** A file of texts: those that every page needs, or those of the screens of one folder. */
export interface Catalogs {
  console: typeof consoleTexts;
  help: typeof helpTexts;
  home: typeof homeTexts;
  security: typeof securityTexts;
  setup: typeof setupTexts;
  system: typeof systemTexts;
}

export type MessageId = { [File in keyof Catalogs]: keyof Catalogs[File] }[keyof Catalogs];

export interface Message {
  readonly id: MessageId;
}

type Area = MessageId extends infer Id ? (Id extends `${infer One}.${string}` ? One : never) : never;

/** The areas of the catalog that have all of these texts: `AreaWith<"title" | "description">`. */
export type AreaWith<Key extends string> = { [One in Area]: `${One}.${Key}` extends MessageId ? One : never }[Area];

export function message(id: MessageId): Message {
  return { id };
}

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageId;
    }
  }
}
