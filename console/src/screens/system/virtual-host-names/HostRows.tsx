import { Button, FormHelperText, HelperText, HelperTextItem, Label, TextInput } from "@patternfly/react-core";
import GlobeIcon from "@patternfly/react-icons/dist/esm/icons/globe-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import UndoIcon from "@patternfly/react-icons/dist/esm/icons/undo-icon";
import { memo, useCallback, useRef } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import type { EntityForm } from "../../../platform/forms/useEntityForm.ts";
import { EmptyList } from "../../../platform/list/ListView.tsx";
import { useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
import { addRow, changeRow, deleteRow, neighborOf, type Row, type Rows, restoreRow } from "./form.ts";
import "./virtual-host-names.css";

/** The actions on the rows. The functions keep their identity during editing, so that memoized rows stay memoized. */
export function useHostRows(rows: Rows, change: EntityForm<object, { rows: Rows }>["change"]) {
  const latest = useRef(rows);
  latest.current = rows;
  const added = useRef(0);
  const focus = useFocusAfterRender();
  // Errors of the old value need not apply to the new one.
  const set = useCallback(
    (key: string, next: (rows: Rows) => Rows) => change((values) => ({ rows: next(values.rows) }), [key]),
    [change],
  );

  const onAdd = useCallback(() => {
    added.current += 1;
    const key = `new-${added.current}`;
    set(key, (before) => addRow(before, key));
    focus(() => document.getElementById(inputId(key)));
  }, [set, focus]);

  const onChange = useCallback(
    (key: string, value: string) => set(key, (before) => changeRow(before, key, value)),
    [set],
  );

  const onDelete = useCallback(
    (key: string) => {
      const row = latest.current.find((one) => one.key === key);
      const neighbor = neighborOf(latest.current, key);
      // A row marked for deletion remains, and so does the focus on its button.
      if (row?.isNew) focus(() => document.getElementById(neighbor ? inputId(neighbor.key) : ADD_ID));
      set(key, (before) => deleteRow(before, key));
    },
    [set, focus],
  );

  const onRestore = useCallback((key: string) => set(key, (before) => restoreRow(before, key)), [set]);

  return { onAdd, onChange, onDelete, onRestore };
}

interface HostRowsProps {
  rows: Rows;
  /** Errors by the key of the row. */
  errors: ReadonlyMap<string, string>;
  editable: boolean;
  onAdd: () => void;
  onChange: (key: string, value: string) => void;
  onDelete: (key: string) => void;
  onRestore: (key: string) => void;
}

/** The ID of the button that adds a row, which takes the focus after an error. */
const ADD_ID = "host-add";

export function HostRows({ rows, errors, editable, onAdd, ...actions }: HostRowsProps) {
  const add = (
    <Button
      id={ADD_ID}
      variant={rows.length === 0 ? "primary" : "link"}
      className={rows.length === 0 ? "" : "hanse-hosts__add"}
      onClick={onAdd}
    >
      <FormattedMessage id="virtualHostNames.add" />
    </Button>
  );
  if (rows.length === 0) {
    return <EmptyList icon={GlobeIcon} area="virtualHostNames" action={editable && add} />;
  }
  return (
    <div className="hanse-hosts">
      <div className="hanse-hosts__head">
        <span id="host-label" className="hanse-hosts__label">
          <FormattedMessage id="virtualHostNames.label" />
          {editable && (
            <span className="hanse-hosts__required" aria-hidden="true">
              {"*"}
            </span>
          )}
        </span>
        <span className="hanse-hosts__count">
          <FormattedMessage
            id="virtualHostNames.count"
            values={{ count: rows.filter((row) => !row.isDeleted).length }}
          />
        </span>
      </div>
      <ul aria-labelledby="host-label">
        {rows.map((row, index) => (
          <HostRow
            key={row.key}
            row={row}
            error={errors.get(row.key)}
            number={index + 1}
            editable={editable}
            {...actions}
          />
        ))}
      </ul>
      {editable && <div>{add}</div>}
    </div>
  );
}

interface HostRowProps {
  row: Row;
  error: string | undefined;
  /** Starts with 1. */
  number: number;
  editable: boolean;
  onChange: (key: string, value: string) => void;
  onDelete: (key: string) => void;
  onRestore: (key: string) => void;
}

/** One name. Memoized: among a thousand rows, only the one being edited renders. */
const HostRow = memo(function HostRow({ row, error, number, editable, onChange, onDelete, onRestore }: HostRowProps) {
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
        // One button for both actions, so that the focus stays on it.
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

/** The ID of a row's input, which takes the focus after an error. */
export function inputId(key: string): string {
  return `host-${key}`;
}
