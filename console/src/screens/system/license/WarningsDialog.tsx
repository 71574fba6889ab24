import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { licenseStatusQuery } from "../../../features/banners/queries.ts";
import { LARGEST_LICENSE_FILE } from "../../../features/licenseFile.ts";
import { notificationsQuery } from "../../../features/notifications.ts";
import { message } from "../../../messages.ts";
import { toFileData } from "../../../platform/api/base64.ts";
import { ApiError } from "../../../platform/api/errors.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { Modal } from "../../../platform/ui/Modal.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { importLicense, type License, licenseQuery, toComparison, type Validation, validateLicense } from "./view.ts";

interface WarningsDialogProps {
  fileName: string;
  current: License | null;
  validation: Validation;
  onImport: () => void;
  onClose: () => void;
}

const KEEP_ID = "license-keep";

/** Lists the restrictions of a new license before it replaces the installed one. Enter cancels. */
export function WarningsDialog({ fileName, current, validation, onImport, onClose }: WarningsDialogProps) {
  const { license, warnings } = validation;
  return (
    <Modal
      variant="medium"
      titleId="license-confirm"
      title={<FormattedMessage id="license.confirmTitle" />}
      isWarning
      aria-describedby="license-confirm-body"
      elementToFocus={`#${KEEP_ID}`}
      onClose={onClose}
    >
      <ModalBody tabIndex={0} aria-labelledby="license-confirm" className="hanse-license__confirm">
        <div id="license-confirm-body">
          <FormattedMessage
            id="license.confirmBody"
            values={{ file: <strong key="file">{fileName}</strong>, count: warnings.length }}
          />
        </div>
        <ul className="hanse-license__warnings">
          {warnings.map(({ code, message }) => (
            <li key={code}>
              <Alert variant="warning" isPlain title={message} />
            </li>
          ))}
        </ul>
        {current && <Comparison current={current} next={license} />}
      </ModalBody>
      <ModalFooter>
        <Button id={KEEP_ID} variant="secondary" onClick={onClose}>
          <FormattedMessage id="license.keep" />
        </Button>
        <Button variant="danger" onClick={onImport}>
          <FormattedMessage id="license.confirm" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function Comparison({ current, next }: { current: License; next: License }) {
  const intl = useIntl();
  return (
    <DataTable
      aria-label={intl.formatMessage({ id: "license.compared" })}
      rows={toComparison(current, next, intl)}
      keyOf={({ key }) => key}
      columns={[
        { head: message("license.detail"), cell: ({ label }) => label, isName: true },
        { head: message("license.current"), cell: ({ value }) => value },
        { head: message("license.new"), cell: (entry) => <strong>{entry.next}</strong> },
      ]}
    />
  );
}

/** The state of an import: idle, waiting for a call, or waiting for the administrator's decision. */
type ImportState =
  | { kind: "idle" }
  | { kind: "uploading" }
  | { kind: "confirming"; fileName: string; fileData: string; validation: Validation };

/** Checks and imports a license file. Every failure ends in the message area. */
export function useLicenseImport() {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ kind: "idle" });

  async function choose(file: File): Promise<void> {
    messages.clearErrors();
    if (file.size > LARGEST_LICENSE_FILE) return messages.error(intl.formatMessage({ id: "license.tooLarge" }));
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
      // The bell and the banner still show the previous license.
      void client.invalidateQueries({ queryKey: licenseStatusQuery.queryKey });
      void client.invalidateQueries({ queryKey: notificationsQuery.queryKey });
      messages.success(intl.formatMessage({ id: "license.imported" }));
      setState({ kind: "idle" });
    } catch (error) {
      fail(error);
    }
  }

  /** Each finding is a separate message (specification 1, section 8). */
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
