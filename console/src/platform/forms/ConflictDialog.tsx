import { Button, ModalBody, ModalFooter, ModalHeader } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { Modal } from "../ui/Modal.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../ui/table/Table.tsx";

interface ConflictDialogProps {
  /** What is stored now. */
  current: object;
  /** What was to be saved, in the same shape. */
  mine: object;
  /** The fields that are compared, with their labels, in the order of the form. */
  fields: readonly { name: string; label: string }[];
  saving: boolean;
  onTakeTheirs: () => void;
  onSaveOver: () => void;
  onClose: () => void;
}

/** Shows both sides of a conflict and lets the administrator choose; closing it goes on editing. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, saving, onTakeTheirs, onSaveOver, onClose } = props;
  const intl = useIntl();
  const [mine, current] = [props.mine as Record<string, unknown>, props.current as Record<string, unknown>];
  const differing = fields.filter(({ name }) => shown(mine[name]) !== shown(current[name]));
  const cell = (value: unknown) => shown(value) || <FormattedMessage id="forms.empty" />;
  return (
    <Modal isOpen variant="medium" aria-labelledby="conflict" aria-describedby="conflict-body" onClose={onClose}>
      <ModalHeader
        title={<FormattedMessage id="forms.conflictTitle" />}
        titleIconVariant="warning"
        labelId="conflict"
      />
      <ModalBody>
        <p id="conflict-body">
          <FormattedMessage
            {...(differing.length > 0 ? message("forms.conflictBody") : message("forms.conflictSame"))}
          />
        </p>
        {differing.length > 0 && (
          <Table aria-labelledby="conflict">
            <Thead>
              <Tr>
                {[message("forms.field"), message("forms.mine"), message("forms.theirs")].map((message) => (
                  <Th key={message.id}>{intl.formatMessage(message)}</Th>
                ))}
              </Tr>
            </Thead>
            <Tbody>
              {differing.map(({ name, label }) => (
                <Tr key={name}>
                  <Td dataLabel={intl.formatMessage({ id: "forms.field" })}>{label}</Td>
                  <Td dataLabel={intl.formatMessage({ id: "forms.mine" })}>{cell(mine[name])}</Td>
                  <Td dataLabel={intl.formatMessage({ id: "forms.theirs" })}>{cell(current[name])}</Td>
                </Tr>
              ))}
            </Tbody>
          </Table>
        )}
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="forms.keepEditing" />
        </Button>
        <Button variant="secondary" onClick={onTakeTheirs} isDisabled={saving}>
          <FormattedMessage id="forms.takeTheirs" />
        </Button>
        <Button variant="secondary" isDanger onClick={onSaveOver} isLoading={saving} isDisabled={saving}>
          <FormattedMessage id="forms.saveOver" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}

/** A value as text: a list with commas, an object as JSON, nothing as "". */
function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
