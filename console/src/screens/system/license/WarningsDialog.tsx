import { Button, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { Modal } from "../../../platform/ui/Modal.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import type { License, Validation } from "./api.ts";
import { toComparison } from "./view.ts";

interface WarningsDialogProps {
  fileName: string;
  current: License | null;
  validation: Validation;
  onImport: () => void;
  onClose: () => void;
}

const KEEP_ID = "license-keep";

/** Says what a worse licence takes away before it replaces the one in force. Enter keeps what is. */
export function WarningsDialog({ fileName, current, validation, onImport, onClose }: WarningsDialogProps) {
  const { license, warnings } = validation;
  return (
    <Modal
      isOpen
      variant="medium"
      aria-labelledby="license-confirm"
      aria-describedby="license-confirm-body"
      elementToFocus={`#${KEEP_ID}`}
      onClose={onClose}
    >
      <ModalHeader
        title={<FormattedMessage id="license.confirmTitle" />}
        titleIconVariant="warning"
        labelId="license-confirm"
      />
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
              <Alert variant="warning" isInline isPlain component="p" title={message} />
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
