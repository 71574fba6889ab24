import { Button, FormHelperText, HelperText, HelperTextItem, Label, TextInput } from "@patternfly/react-core";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import UndoIcon from "@patternfly/react-icons/dist/esm/icons/undo-icon";
import { memo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import type { Row } from "./form.ts";

interface HostRowProps {
  row: Row;
  error: string | undefined;
  /** Counted from 1. */
  number: number;
  editable: boolean;
  onChange: (key: string, value: string) => void;
  onDelete: (key: string) => void;
  onRestore: (key: string) => void;
}

/** One name. Memoised: among a thousand rows, only the one that is typed into renders. */
export const HostRow = memo(function HostRow({
  row,
  error,
  number,
  editable,
  onChange,
  onDelete,
  onRestore,
}: HostRowProps) {
  const intl = useIntl();
  const { key, value, isDeleted } = row;
  const name = value.trim() || intl.formatMessage({ id: "virtualHostNames.unnamed" });
  const errorId = `${inputId(key)}-error`;
  return (
    <li className={isDeleted ? "hanse-host hanse-host--deleted" : "hanse-host"}>
      <div className="hanse-host__field">
        <TextInput
          id={inputId(key)}
          aria-label={intl.formatMessage({ id: "virtualHostNames.row" }, { number })}
          value={value}
          onChange={(_, next) => onChange(key, next)}
          isRequired
          {...(isDeleted && { readOnlyVariant: "default" as const })}
          validated={error ? "error" : "default"}
          aria-describedby={error ? errorId : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {isDeleted && (
          <Label className="hanse-host__mark" color="orange" isCompact icon={<TrashIcon />}>
            <FormattedMessage id="virtualHostNames.deleted" />
          </Label>
        )}
        {error && (
          <FormHelperText>
            <HelperText id={errorId}>
              <HelperTextItem variant="error">{error}</HelperTextItem>
            </HelperText>
          </FormHelperText>
        )}
      </div>
      {editable && (
        // One button for both, so that the focus stays where it is.
        <Button
          variant="link"
          className="hanse-host__action"
          icon={isDeleted ? <UndoIcon /> : <TrashIcon />}
          aria-label={intl.formatMessage(
            isDeleted ? message("virtualHostNames.undoRow") : message("virtualHostNames.deleteRow"),
            { name },
          )}
          onClick={() => (isDeleted ? onRestore : onDelete)(key)}
        >
          <span>
            <FormattedMessage
              {...(isDeleted ? message("virtualHostNames.undo") : message("virtualHostNames.delete"))}
            />
          </span>
        </Button>
      )}
    </li>
  );
});

/** The id of a row's input, by which the focus finds it. */
export function inputId(key: string): string {
  return `host-${key}`;
}
