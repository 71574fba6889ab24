import { useCallback, useRef } from "react";
import type { EntityForm } from "../../../platform/forms/useEntityForm.ts";
import { useFocusAfterRender } from "../../../platform/ui/useFocusAfterRender.ts";
import type { HostNames } from "./api.ts";
import { addRow, changeRow, deleteRow, neighbourOf, type Rows, restoreRow } from "./form.ts";
import { inputId } from "./HostRow.tsx";
import { ADD_ID } from "./HostRows.tsx";

/** What can be done to the rows. The functions keep their identity while one edits, so that the rows' memo holds. */
export function useHostRows(rows: Rows, change: EntityForm<HostNames, { rows: Rows }>["change"]) {
  const latest = useRef(rows);
  latest.current = rows;
  const added = useRef(0);
  const focus = useFocusAfterRender();
  // What was wrong with the old value is not known to be wrong with the new one.
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
      const neighbour = neighbourOf(latest.current, key);
      // A row that stays, marked, keeps the focus on its button.
      if (row?.isNew) focus(() => document.getElementById(neighbour ? inputId(neighbour.key) : ADD_ID));
      set(key, (before) => deleteRow(before, key));
    },
    [set, focus],
  );

  const onRestore = useCallback((key: string) => set(key, (before) => restoreRow(before, key)), [set]);

  return { onAdd, onChange, onDelete, onRestore };
}
