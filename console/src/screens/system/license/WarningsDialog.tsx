import { Button, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { Modal } from "../../../platform/ui/Modal.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../../platform/ui/table/Table.tsx";
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
  const [detail, before, after] = [message("license.detail"), message("license.current"), message("license.new")].map(
    (message) => intl.formatMessage(message),
  );
  return (
    <Table gridBreakPoint="grid-md" aria-label={intl.formatMessage({ id: "license.compared" })}>
      <Thead>
        <Tr>
          <Th>{detail}</Th>
          <Th>{before}</Th>
          <Th>{after}</Th>
        </Tr>
      </Thead>
      <Tbody>
        {toComparison(current, next, intl).map((entry) => (
          <Tr key={entry.key}>
            <Th scope="row" dataLabel={detail ?? ""}>
              {entry.label}
            </Th>
            <Td dataLabel={before ?? ""}>{entry.value}</Td>
            <Td dataLabel={after ?? ""}>
              <strong>{entry.next}</strong>
            </Td>
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
