/** What the wizard checks by itself before the server does: pure questions about what a person typed. */

const LONGEST_URL = 2048;
const URL_START = /^https?:\/\/[^/\\]/i;

/**
 * True for an http or https URL that can be a base URL. Besides the scheme the server wants neither a query nor a
 * fragment nor credentials, and would say so only in the middle of Finish.
 */
export function isBaseUrl(text: string): boolean {
  // The URL parser forgives much that the server does not: "https:host", white space, backslashes.
  if (text.length > LONGEST_URL || !URL_START.test(text) || /[\s\\\p{Cc}]/u.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.port !== "0" && !/[?#]/.test(text) && url.username === "" && url.password === "";
}

/**
 * The paragraphs of a text whose lines were broken by its author: a line goes on where the one before ended, unless it
 * begins an item of a list. So the text fills a wide window and fits a phone.
 */
export function paragraphsOf(text: string): string[] {
  const blocks = text.replaceAll("\r", "").split(/\n\s*\n/);
  return blocks.map((block) => block.trim().replace(/\n(?!\s*[-•*] )\s*/g, " ")).filter((block) => block !== "");
}

/** The user names that the server takes; others would fail in the middle of Finish. */
export function isUsername(text: string): boolean {
  return text.length <= 128 && /^[A-Za-z0-9][A-Za-z0-9._@+~-]*$/.test(text);
}
