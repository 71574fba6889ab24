/** The browser for the tests: an installed one is preferred to a download. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** $CHROMIUM_PATH (which `make e2e` sets, see scripts/find-chromium), then one of the system, then the packaged one. */
export async function findBrowser(): Promise<string> {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = process.env.CHROMIUM_PATH ?? candidates.find(isExecutable);
  if (found) return found;
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}

export function browserArguments(): string[] {
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  // Chromium's sandbox does not run as root, but containers run their tests as root.
  return process.getuid?.() === 0 ? [...quiet, "--no-sandbox"] : quiet;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
