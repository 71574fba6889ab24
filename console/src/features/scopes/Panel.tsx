import { useDndContext, useDroppable } from "@dnd-kit/core";
import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { Message } from "../../messages.ts";
import { type Side, sideOf } from "./dragging.ts";

interface PanelProps {
  side: Side;
  title: Message;
  /** How many there are, where that is known. */
  count?: number;
  action?: ReactNode;
  children: ReactNode;
}

/** The id of a list's heading, which labels it and takes the focus when nothing else is left. */
export const headingId = (side: Side) => `scope-picker-${side}`;

/** One of the two lists, with its heading. What is dragged from the other one can be dropped anywhere on it. */
export function Panel({ side, title, count, action, children }: PanelProps) {
  const { setNodeRef } = useDroppable({ id: side });
  const { active, over } = useDndContext();
  const isTarget = active && sideOf(active) !== side && sideOf(over) === side;
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={headingId(side)}
      className={`hanse-picker__panel${isTarget ? " hanse-picker__panel--target" : ""}`}
    >
      <div className="hanse-picker__head">
        <h2 id={headingId(side)} tabIndex={-1}>
          <FormattedMessage {...title} />
        </h2>
        {count !== undefined && (
          <span className="hanse-picker__count">
            <FormattedMessage id="scopePicker.count" values={{ count }} />
          </span>
        )}
        {action}
      </div>
      {children}
    </section>
  );
}
