import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Button, EmptyState, EmptyStateBody, EmptyStateFooter } from "@patternfly/react-core";
import PlusIcon from "@patternfly/react-icons/dist/esm/icons/plus-icon";
import type { RefObject } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { firstOf, useFocusAfterRender } from "../../platform/ui/useFocusAfterRender.ts";
import type { Source } from "../frame/messages.ts";
import { announcementsOf, placeOf } from "./dragging.ts";
import type { Rights } from "./props.ts";
import { RuleRow } from "./RuleRow.tsx";
import { useCarrying } from "./useCarrying.ts";
import type { Rules } from "./useRules.ts";

interface RuleListProps {
  rules: Rules;
  sources: readonly Source[];
  rights: Rights;
  dragging: RefObject<boolean>;
  onTest: (key: number) => void;
}

export function RuleList({ rules, sources, rights, dragging, onTest }: RuleListProps) {
  const intl = useIntl();
  const focusAfter = useFocusAfterRender();
  const { rows } = rules;
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const carrying = useCarrying(rules, dragging);

  function add(after?: number) {
    focusAfter(firstOf(`#rule-${rules.add(after)}-source`));
  }

  function remove(key: number) {
    const place = placeOf(rows, key);
    const next = rows[place + 1] ?? rows[place - 1];
    rules.remove(key);
    focusAfter(firstOf(next ? `[data-button="delete ${next.key}"]` : '[data-button="add"]'));
  }

  function move(key: number, place: number) {
    const way = place < placeOf(rows, key) ? "up" : "down";
    rules.move(key, place);
    focusAfter(firstOf(`[data-button="${way} ${key}"]`));
  }

  function letGo() {
    // The dialog hears the same Escape that puts a rule back, after this.
    setTimeout(() => {
      dragging.current = false;
    });
  }

  function drop({ active, over }: DragEndEvent) {
    letGo();
    if (over && over.id !== active.id) rules.move(Number(active.id), placeOf(rows, over.id));
  }

  if (rows.length === 0) {
    return (
      <EmptyState titleText={<FormattedMessage id="rules.empty" />} headingLevel="h2" variant="sm">
        <EmptyStateBody>
          <FormattedMessage {...(rights.readOnly ? message("rules.emptyFixed") : message("rules.emptyBody"))} />
        </EmptyStateBody>
        {!rights.readOnly && (
          <EmptyStateFooter>
            <Button variant="secondary" data-button="add" icon={<PlusIcon />} onClick={() => add()}>
              <FormattedMessage id="rules.add" />
            </Button>
          </EmptyStateFooter>
        )}
      </EmptyState>
    );
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf(intl, rows),
        screenReaderInstructions: { draggable: intl.formatMessage({ id: "rules.instructions" }) },
      }}
      onDragStart={() => {
        dragging.current = true;
      }}
      onDragEnd={drop}
      onDragCancel={letGo}
    >
      <SortableContext items={rows.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol className="hanse-rules" aria-labelledby="rules">
          {rows.map((row, index) => (
            <RuleRow
              key={row.key}
              row={row}
              place={index}
              count={rows.length}
              sources={sources}
              rights={rights}
              flaws={rules.findings.fields}
              isCarried={row.key === carrying.carried}
              onGripKey={(event) => carrying.onKeyDown(event, row.key)}
              onGripBlur={carrying.onBlur}
              onChange={rules.change}
              onAdd={() => add(row.key)}
              onDelete={() => remove(row.key)}
              onMove={(place) => move(row.key, place)}
              onTest={() => onTest(row.key)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
