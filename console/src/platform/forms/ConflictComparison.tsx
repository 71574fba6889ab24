import { Button, ModalBody, ModalFooter } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { message } from "../../messages.ts";
import { Modal } from "../ui/Modal.tsx";
import { DataTable } from "../ui/table/DataTable.tsx";

export interface ConflictDialogProps {
  /** The stored version. */
  current: object;
  /** The version that was to be saved, in the same shape. */
  mine: object;
  /** The fields that are compared, with their labels, in the order of the form. */
  fields: readonly { name: string; label: string }[];
  saving: boolean;
  onTakeTheirs: () => void;
  onSaveOver: () => void;
  onClose: () => void;
}

/** Shows both sides of a conflict and lets the administrator choose; closing it returns to the form. */
export function ConflictComparison(props: ConflictDialogProps) {
  const { fields, saving, onTakeTheirs, onSaveOver, onClose } = props;
  const [mine, current] = [props.mine as Record<string, unknown>, props.current as Record<string, unknown>];
  const differing = fields.filter(({ name }) => shown(mine[name]) !== shown(current[name]));
  const cell = (value: unknown) => shown(value) || <FormattedMessage id="forms.empty" />;
  return (
    <Modal
      variant="medium"
      titleId="conflict"
      title={<FormattedMessage id="forms.conflictTitle" />}
      isWarning
      aria-describedby="conflict-body"
      onClose={onClose}
    >
      <ModalBody>
        <p id="conflict-body">
          <FormattedMessage
            {...(differing.length > 0 ? message("forms.conflictBody") : message("forms.conflictSame"))}
          />
        </p>
        {differing.length > 0 && (
          <DataTable
            aria-labelledby="conflict"
            rows={differing}
            keyOf={({ name }) => name}
            columns={[
              { head: message("forms.field"), cell: ({ label }) => label },
              { head: message("forms.mine"), cell: ({ name }) => cell(mine[name]) },
              { head: message("forms.theirs"), cell: ({ name }) => cell(current[name]) },
            ]}
          />
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
