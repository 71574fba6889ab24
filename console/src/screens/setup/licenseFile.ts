/** The chosen license file, and the server's result for it. */

import { useCallback, useRef, useState } from "react";
import { LARGEST_LICENSE_FILE } from "../../features/licenseFile.ts";
import { message } from "../../messages.ts";
import { toFileData } from "../../platform/api/base64.ts";
import { validateLicense } from "./api.ts";
import type { LicenseChoice } from "./draft.ts";

export interface LicenseFile {
  choice: LicenseChoice;
  /** Reads a file; undefined unless there is exactly one file. */
  choose: (file: File | undefined) => void;
  clear: () => void;
}

/** `onFailed` is called if the server does not answer. */
export function useLicenseFile(onFailed: (error: unknown) => void): LicenseFile {
  const [choice, setChoice] = useState<LicenseChoice>({ kind: "none" });
  // Only the newest choice is used: the answer for an older file may arrive later.
  const newest = useRef(0);

  const clear = useCallback(() => {
    newest.current += 1;
    setChoice({ kind: "none" });
  }, []);

  const choose = useCallback(
    async (file: File | undefined) => {
      newest.current += 1;
      const mine = newest.current;
      if (!file) return setChoice({ kind: "refused", problem: message("setup.fileOne") });
      if (file.size > LARGEST_LICENSE_FILE) {
        return setChoice({ kind: "refused", file: file.name, problem: message("license.tooLarge") });
      }
      setChoice({ kind: "checking", file: file.name });
      try {
        const found = await check(file);
        if (mine === newest.current) setChoice(found);
      } catch (error) {
        if (mine === newest.current) onFailed(error);
      }
    },
    [onFailed],
  );

  return { choice, choose, clear };
}

async function check(file: File): Promise<LicenseChoice> {
  let fileData: string;
  try {
    fileData = await toFileData(file);
  } catch {
    return { kind: "refused", file: file.name, problem: message("setup.fileUnreadable") };
  }
  const verdict = await validateLicense(fileData);
  if (verdict.valid) {
    return { kind: "valid", file: file.name, fileData, license: verdict.license, warnings: verdict.warnings };
  }
  const { error } = verdict;
  const messages =
    error.validationErrors.length > 0 ? error.validationErrors.map((each) => each.message) : [error.message];
  return { kind: "invalid", file: file.name, messages };
}
