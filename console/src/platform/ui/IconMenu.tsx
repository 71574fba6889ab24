import { Dropdown, DropdownList, MenuToggle } from "@patternfly/react-core";
import { type ReactNode, useState } from "react";

interface IconMenuProps {
  /** The label of the menu, because the icon has no text for screen readers. */
  label: string;
  icon: ReactNode;
  /** The text beside the icon, if there is space. */
  text?: ReactNode;
  onSelect: (value: string) => void;
  /** Called when the menu opens. */
  onOpen?: () => void;
  /** The name by which the guided tour finds the button. */
  tourAnchor?: string;
  children: ReactNode;
}

/** A menu behind an icon of the masthead. `onSelect` gets the chosen DropdownItem's value. */
export function IconMenu({ label, icon, text, onSelect, onOpen, tourAnchor, children }: IconMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      shouldFocusToggleOnSelect
      // Inside the masthead the menu belongs to a landmark, which axe requires of all content.
      popperProps={{ position: "right", appendTo: "inline", preventOverflow: true }}
      onSelect={(_, value) => {
        setOpen(false);
        onSelect(String(value));
      }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant={text ? "plainText" : "plain"}
          icon={text ? icon : undefined}
          aria-label={label}
          isExpanded={open}
          data-tour={tourAnchor}
          onClick={() => {
            if (!open) onOpen?.();
            setOpen(!open);
          }}
        >
          {text ?? icon}
        </MenuToggle>
      )}
    >
      <DropdownList>{children}</DropdownList>
    </Dropdown>
  );
}
