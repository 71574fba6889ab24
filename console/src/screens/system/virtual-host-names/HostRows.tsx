import { Button, FormHelperText, HelperText, HelperTextItem, Label, TextInput } from "@patternfly/react-core";
import GlobeIcon from "@patternfly/react-icons/dist/esm/icons/globe-icon";
import TrashIcon from "@patternfly/react-icons/dist/esm/icons/trash-icon";
import UndoIcon from "@patternfly/react-icons/dist/esm/icons/undo-icon";
import { memo, useCallback } from "react";
import { type UseFormReturn, useFieldArray } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../messages.ts";
import { EmptyList } from "../../../platform/list/EmptyList.tsx";
import { useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
import type { Row } from "./form.ts";
import "./virtual-host-names.css";

export interface Values {
  rows: Row[];
}

type Form = UseFormReturn<Values, unknown, Values>;

interface HostRowsProps {
  form: Form;
  rows: readonly Row[];
  /** Errors by the ID of the row's input. */
  errors: ReadonlyMap<string, string>;
  editable: boolean;
}

/** The ID of the button that adds a row, which takes the focus after the last row is removed. */
const ADD_ID = "host-add";

/** The name of a row's value in the form, and the ID of its input, which takes the focus after an error. */
export const inputName = (index: number) => `rows.${index}.value` as const;

export function HostRows({ form, rows, errors, editable }: HostRowsProps) {
  const { control, getValues, setValue, clearErrors } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "rows" });
  const focus = useFocusAfterRender();
  // The function keeps its identity during editing, so that memoized rows stay memoized.
  const onToggle = useCallback(
    (index: number) => {
      const all = getValues("rows");
      if (all[index]?.stored === null) {
        // After a removal, the focus moves to the row that followed, or else to the last row.
        const neighbor = inputName(Math.min(index, all.length - 2));
        focus(() => document.getElementById(all.length > 1 ? neighbor : ADD_ID));
        return remove(index);
      }
      // A row marked for deletion remains, and so does the focus on its button.
      setValue(`rows.${index}.isDeleted`, !all[index]?.isDeleted, { shouldDirty: true });
      clearErrors(`rows.${index}`);
    },
    [getValues, setValue, clearErrors, remove, focus],
  );
  const add = (
    <Button
      id={ADD_ID}
      variant={fields.length === 0 ? "primary" : "link"}
      className={fields.length === 0 ? "" : "hanse-hosts__add"}
      onClick={() => append({ value: "", stored: null, isDeleted: false })}
    >
      <FormattedMessage id="virtualHostNames.add" />
    </Button>
  );
  if (fields.length === 0) {
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
        {fields.map(({ id }, index) => (
          <HostRow
            key={id}
            register={form.register}
            index={index}
            value={rows[index]?.value ?? ""}
            isDeleted={rows[index]?.isDeleted ?? false}
            error={errors.get(inputName(index))}
            editable={editable}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {editable && <div>{add}</div>}
    </div>
  );
}

interface HostRowProps {
  register: Form["register"];
  index: number;
  value: string;
  isDeleted: boolean;
  error: string | undefined;
  editable: boolean;
  onToggle: (index: number) => void;
}

/** One name. Memoized: among a thousand rows, only the one being edited renders. */
const HostRow = memo(function HostRow(props: HostRowProps) {
  const { register, index, value, isDeleted, error, editable, onToggle } = props;
  const intl = useIntl();
  const id = inputName(index);
  const name = value.trim() || intl.formatMessage({ id: "virtualHostNames.unnamed" });
  const errorId = `${id}-error`;
  return (
    <li className={isDeleted ? "hanse-host hanse-host--deleted" : "hanse-host"}>
      <div className="hanse-host__field">
        <TextInput
          {...register(id)}
          id={id}
          aria-label={intl.formatMessage({ id: "virtualHostNames.row" }, { number: index + 1 })}
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
          onClick={() => onToggle(index)}
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
