/**
 * Finds texts that are in the catalogue twice: two ids for one text drift apart, and one id for two texts shows the
 * wrong one. A text that is the same by chance in two areas (a column "Name") may say so in ALLOWED.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Message {
  id: string;
  defaultMessage: string;
}

/** Texts that are the same in several areas and yet not one message: a translator may need them apart. */
const ALLOWED = new Set([
  "Actions",
  "Algorithm",
  "Delete",
  "Delete {name}",
  "Edit {name}",
  "ID",
  "Name",
  "Never",
  "None",
  "Off",
  "On",
  "–",
  "Connect To PingOne",
  "Description",
  "Done",
  "Failed",
  "Hanse",
  "License",
  "Remove {name}",
  "Running",
  "Shortcuts",
  "Status",
  "Type",
  "Unauthorized",
  "Version",
]);

/** Returns what is wrong, in words; `files` are each file's messages. */
export function duplicates(files: ReadonlyMap<string, readonly Message[]>): string[] {
  const byId = new Map<string, string[]>();
  const byText = new Map<string, string[]>();
  for (const [file, messages] of files) {
    for (const { id, defaultMessage } of messages) {
      push(byId, id, file);
      push(byText, defaultMessage, id);
    }
  }
  return [
    ...repeated(byId).map(([id, where]) => `The id ${id} is used in ${where.join(" and ")}.`),
    ...repeated(byText)
      .filter(([text]) => !ALLOWED.has(text))
      .map(([text, ids]) => `The text "${text}" has the ids ${ids.join(" and ")}.`),
  ];
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}

function repeated(lists: Map<string, string[]>): [string, string[]][] {
  return [...lists].filter(([, values]) => values.length > 1);
}

async function read(root: string): Promise<Map<string, Message[]>> {
  const files = new Map<string, Message[]>();
  for (const name of globSync("src/**/text.ts", { cwd: root })) {
    const exports: Record<string, Record<string, Message>> = await import(pathToFileURL(join(root, name)).href);
    files.set(
      name,
      Object.values(exports).flatMap((messages) => Object.values(messages)),
    );
  }
  return files;
}

if (import.meta.main) {
  const found = duplicates(await read(join(import.meta.dirname, "..")));
  for (const line of found) console.error(line);
  process.exit(found.length > 0 ? 1 : 0);
}
