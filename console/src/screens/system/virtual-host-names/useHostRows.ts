import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import {
  addRow,
  changeRow,
  checkRequired,
  deleteRow,
  isChanged,
  isKnownWrong,
  neighbourOf,
  type Rows,
  restoreRow,
  toRows,
  wrongRows,
} from "./form.ts";
import { inputId } from "./HostRow.tsx";
import { ADD_ID } from "./HostRows.tsx";

const NONE: readonly string[] = [];

/**
 * What is being edited, on top of what is stored. The stored rows are derived and never copied: giving back what was is
 * forgetting what was edited. The actions keep their identity while one edits, which is what makes the rows' memo hold.
 */
export function useHostRows(stored: readonly string[] = NONE, saving: boolean) {
  const base = useMemo(() => toRows(stored), [stored]);
  const [edited, setEdited] = useState<Rows>();
  const rows = edited ?? base;
  const latest = useRef({ rows, saving });
  latest.current = { rows, saving };
  const added = useRef(0);
  const focus = useFocusAfterRender();

  // What is on its way to the server stays as it is: the answer replaces it, and what was typed meanwhile would be lost.
  const set = useCallback(
    (change: (rows: Rows) => Rows) => {
      if (!latest.current.saving) setEdited((before) => change(before ?? base));
    },
    [base],
  );

  const add = useCallback(() => {
    added.current += 1;
    const key = `new-${added.current}`;
    set((before) => addRow(before, key));
    focus(inputId(key));
  }, [set, focus]);

  const change = useCallback((key: string, value: string) => set((before) => changeRow(before, key, value)), [set]);

  const remove = useCallback(
    (key: string) => {
      const row = latest.current.rows.find((one) => one.key === key);
      const neighbour = neighbourOf(latest.current.rows, key);
      // A row that stays, marked, keeps the focus on its button.
      if (row?.isNew) focus(neighbour ? inputId(neighbour.key) : ADD_ID);
      set((before) => deleteRow(before, key));
    },
    [set, focus],
  );

  const restore = useCallback((key: string) => set((before) => restoreRow(before, key)), [set]);

  /** Marks the rows without a name and goes to the first; returns whether there was none. */
  const check = useCallback(
    (message: string): boolean => {
      const checked = checkRequired(latest.current.rows, message);
      if (checked === latest.current.rows) return true;
      set(() => checked);
      const wrong = wrongRows(checked)[0];
      if (wrong) focus(inputId(wrong.key));
      return false;
    },
    [set, focus],
  );

  return {
    rows,
    changed: isChanged(rows),
    knownWrong: isKnownWrong(rows),
    add,
    change,
    remove,
    restore,
    check,
    /** Puts the findings of a save on its rows. */
    mark: (marked: Rows) => setEdited(marked),
    /** Gives back what is stored. */
    reset: () => setEdited(undefined),
  };
}

/** Moves the focus to an element that the next rendering brings. */
function useFocusAfterRender(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return useCallback((id: string) => {
    wanted.current = id;
  }, []);
}
