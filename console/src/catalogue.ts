/**
 * The message catalogue. Each screen writes its texts in a `text.ts` beside it:
 *
 *     export const logInText = catalogue("logIn", { title: "Log in" });
 *     <FormattedMessage {...logInText.title} />
 *
 * Texts are ICU messages; ids are the area and the key, so that a translation can be laid over them.
 */

export interface Message {
  readonly id: string;
  readonly defaultMessage: string;
}

export function catalogue<Key extends string>(
  area: string,
  texts: Record<Key, string>,
): Readonly<Record<Key, Message>> {
  const entries = Object.entries<string>(texts).map(([key, text]) => [
    key,
    { id: `${area}.${key}`, defaultMessage: text },
  ]);
  return Object.fromEntries(entries) as Record<Key, Message>;
}
