/**
 * A choice among items of a server list: one or several, searched and paged by the server, so that it works for
 * thousands. Tab moves through search, options and "Show more"; the arrow keys move through the options.
 */
import {
  Button,
  MenuFooter,
  MenuSearch,
  MenuSearchInput,
  MenuToggle,
  Select,
  SelectList,
  SelectOption,
  Skeleton,
} from "@patternfly/react-core";
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { messageOf } from "../forms/LoadFailed.tsx";
import { SearchField } from "../list/SearchField.tsx";
import { Loading } from "../ui/Loading.tsx";
import { type ChoiceSource, useChoices } from "./useChoices.ts";
import "./choice.css";

interface ServerChoiceProps<T> {
  id: string;
  /** The label for assistive technology. */
  label: string;
  source: ChoiceSource<T>;
  /** The IDs of the chosen items. */
  selected: readonly string[];
  /** True if several items can be chosen; the list then stays open. */
  multiple?: boolean;
  /** The label of an option that clears the choice. */
  optional?: boolean;
  /** The text of the closed choice. */
  children: ReactNode;
  searchLabel: string;
  /** Shown in the list if there are no items. */
  empty: ReactNode;
  invalid?: boolean;
  describedBy?: string | undefined;
  /** Called with the clicked item; undefined if the choice is cleared. */
  onPick: (item: T | undefined) => void;
}

export function ServerChoice<T>(props: ServerChoiceProps<T>) {
  const { id, label, source, selected, multiple = false, optional = false, children, invalid, describedBy } = props;
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  function leave(event: FocusEvent) {
    // Clicks on elements that cannot have the focus have no related target, and stay in the list.
    if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the focus leaves.
    <div ref={root} className="hanse-choice" onBlur={leave}>
      {/* The accessible name includes the visible text (WCAG 2.2, 2.5.3). */}
      <span id={`${id}-label`} className="pf-v6-screen-reader">
        {label}
      </span>
      <Select
        isOpen={open}
        role={multiple ? "menu" : "listbox"}
        onOpenChange={setOpen}
        onOpenChangeKeys={["Escape"]}
        isScrollable
        maxMenuHeight="19rem"
        popperProps={{
          appendTo: "inline",
          minWidth: "min(22rem, 80vw)",
          maxWidth: "min(30rem, 90vw)",
          position: "start",
        }}
        toggle={(toggle) => (
          <MenuToggle
            ref={toggle}
            id={id}
            isExpanded={open}
            isFullWidth
            aria-labelledby={`${id}-label ${id}-chosen`}
            aria-describedby={describedBy}
            {...(invalid && { status: "danger" as const, "aria-invalid": true })}
            onClick={() => setOpen(!open)}
          >
            <span id={`${id}-chosen`}>{children}</span>
          </MenuToggle>
        )}
      >
        {open && (
          <OpenChoice
            {...props}
            source={source}
            selected={selected}
            multiple={multiple}
            optional={optional}
            onDone={() => {
              setOpen(false);
              document.getElementById(id)?.focus();
            }}
          />
        )}
      </Select>
    </div>
  );
}

interface OpenChoiceProps<T> extends ServerChoiceProps<T> {
  onDone: () => void;
}

/** The list. It exists only while it is open, so that no request is made before. */
function OpenChoice<T>(props: OpenChoiceProps<T>) {
  const { source, multiple, searchLabel, empty, selected, optional, onPick, onDone } = props;
  const intl = useIntl();
  const list = useRef<HTMLDivElement>(null);
  const { search, setSearch, items, total, error, hasMore, showMore } = useChoices(source);

  function pick(item: T | undefined) {
    onPick(item);
    if (!multiple) onDone();
  }

  function keyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLInputElement) || event.target.type === "checkbox") return;
    // The search field is part of a form, which Enter would submit.
    if (event.key === "Enter") event.preventDefault();
    if (event.key !== "ArrowDown") return;
    // PatternFly's own handler would move from the first option to the second.
    event.stopPropagation();
    event.preventDefault();
    list.current?.querySelector<HTMLElement>("li button, li input")?.focus();
  }

  const nothing = items !== undefined && total === 0 && search === "";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to the keys of the search inside.
    <div ref={list} onKeyDown={keyDown}>
      {!nothing && (
        <MenuSearch>
          <MenuSearchInput>
            <SearchField label={searchLabel} value={search} onSearch={setSearch} autoFocus />
          </MenuSearchInput>
        </MenuSearch>
      )}
      <Options
        label={props.label}
        source={source}
        items={items}
        selected={selected}
        multiple={multiple ?? false}
        optional={(optional ?? false) && search === "" && selected.length > 0}
        onPick={pick}
        instead={
          error ? messageOf(error, intl) : nothing ? empty : <FormattedMessage id="choice.noHits" values={{ search }} />
        }
      />
      {items && total > 0 && (
        <MenuFooter className="hanse-choice__footer">
          <span role="status">
            <FormattedMessage id="choice.shown" values={{ shown: items.length, total }} />
          </span>
          {hasMore && (
            <Button variant="link" isInline onClick={showMore}>
              <FormattedMessage id="choice.more" />
            </Button>
          )}
        </MenuFooter>
      )}
    </div>
  );
}

interface OptionsProps<T> {
  label: string;
  source: ChoiceSource<T>;
  /** Undefined while the items are loading. */
  items: readonly T[] | undefined;
  selected: readonly string[];
  multiple: boolean;
  /** The label of the option that clears the choice. */
  optional: boolean;
  onPick: (item: T | undefined) => void;
  /** Shown if there are no items. */
  instead: ReactNode;
}

function Options<T>(props: OptionsProps<T>) {
  const { label, source, items, selected, multiple, optional, onPick, instead } = props;
  if (items === undefined) {
    return (
      <div className="hanse-choice__instead">
        <Loading />
        <Skeleton width="70%" />
      </div>
    );
  }
  if (items.length === 0) return <div className="hanse-choice__instead">{instead}</div>;
  return (
    <SelectList aria-label={label}>
      {optional && (
        <SelectOption onClick={() => onPick(undefined)}>
          <FormattedMessage id="choice.none" />
        </SelectOption>
      )}
      {items.map((item) => {
        const id = source.idOf(item);
        const { name, description } = source.show(item);
        return (
          <SelectOption
            key={id}
            hasCheckbox={multiple}
            isSelected={selected.includes(id)}
            description={description}
            onClick={() => onPick(item)}
          >
            {name}
          </SelectOption>
        );
      })}
    </SelectList>
  );
}
