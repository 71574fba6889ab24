import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useIntl } from "react-intl";
import { licenceStatusQuery } from "../../../features/banners/queries.ts";
import { LARGEST_LICENCE_FILE } from "../../../features/licenceFile.ts";
import { notificationsQuery } from "../../../features/notifications.ts";
import { toFileData } from "../../../platform/api/base64.ts";
import { ApiError } from "../../../platform/api/errors.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { importLicense, licenseQuery, type Validation, validateLicense } from "./api.ts";

/** How an import stands: nothing on its way, a call under way, or a decision that a person has to take. */
export type ImportState =
  | { kind: "idle" }
  | { kind: "uploading" }
  | { kind: "confirming"; fileName: string; fileData: string; validation: Validation };

/** Takes a licence file through its checks to the server. Every failure ends in the message area. */
export function useLicenseImport() {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: "idle" });

  async function choose(file: File): Promise<void> {
    if (file.size > LARGEST_LICENCE_FILE) return messages.error(intl.formatMessage({ id: "license.tooLarge" }));
    if (file.size === 0) return messages.error(intl.formatMessage({ id: "license.emptyFile" }));
    setState({ kind: "uploading" });
    const fileData = await toFileData(file).catch(() => undefined);
    if (fileData === undefined) return fail(intl.formatMessage({ id: "license.unreadable" }));
    try {
      const validation = await validateLicense(fileData);
      if (validation.warnings.length === 0) return await replace(fileData);
      setState({ kind: "confirming", fileName: file.name, fileData, validation });
    } catch (error) {
      fail(error);
    }
  }

  async function replace(fileData: string): Promise<void> {
    setState({ kind: "uploading" });
    try {
      client.setQueryData(licenseQuery.queryKey, await importLicense(fileData));
      // The bell and the banner speak of the licence before.
      void client.invalidateQueries({ queryKey: licenceStatusQuery.queryKey });
      void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
      messages.success(intl.formatMessage({ id: "license.imported" }));
      setState({ kind: "idle" });
    } catch (error) {
      fail(error);
    }
  }

  /** Each finding is a message of its own (specification 1, section 8). */
  function fail(error: unknown): void {
    setState({ kind: "idle" });
    const findings = error instanceof ApiError ? error.validationErrors : [];
    for (const { message } of findings) messages.error(error, message);
    if (findings.length === 0) messages.error(error);
  }

  return {
    state,
    choose,
    confirm: () => (state.kind === "confirming" ? replace(state.fileData) : undefined),
    cancel: () => setState({ kind: "idle" }),
  };
}
