/** The Scopes Selection dialog (specification 3, section 2.6). It is a bundle of its own. */

import { Button, Checkbox, ModalBody, ModalFooter, ModalHeader, Radio } from "@patternfly/react-core";
import { useMemo, useRef, useState } from "react";
import { FormattedMessage } from "react-intl";
import { message } from "../../messages.ts";
import { useNoteUnsaved } from "../../platform/forms/unsaved.ts";
import { useSession } from "../../platform/session/SessionProvider.tsx";
import { mayChange } from "../../platform/session/session.ts";
import { Modal } from "../../platform/ui/Modal.tsx";
import type { ScopeType, ShowScopes } from "../frame/messages.ts";
import { choicesOf } from "./choices.ts";
import { ScopePicker } from "./ScopePicker.tsx";

const TYPES: readonly ScopeType[] = ["commonScope", "other"];

export interface Selection {
  /** The type that was shown last. */
  scopeType: ScopeType;
  selectedScopes: ShowScopes["selectedScopes"];
}

interface ScopesModalProps {
  shown: ShowScopes;
  onDone: (selection: Selection) => void;
  onCancel: () => void;
}

export function ScopesModal({ shown, onDone, onCancel }: ScopesModalProps) {
  const readOnly = !mayChange(useSession(), "ADMINISTRATOR");
  const [scopeType, setScopeType] = useState(shown.scopeType);
  const [withGroups, setWithGroups] = useState(shown.isIncludeScopeGroups);
  // Each kind keeps what was selected of it, so that a look at the other one loses nothing.
  const [selected, setSelected] = useState<Record<ScopeType, readonly string[]>>(shown.selectedScopes);
  useNoteUnsaved(TYPES.some((type) => selected[type] !== shown.selectedScopes[type]));
  const dragging = useRef(false);
  const [groups, setGroups] = useState<ReadonlySet<string>>(() => new Set(shown.selectedGroups));
  const choices = useMemo(() => choicesOf(scopeType, withGroups), [scopeType, withGroups]);

  return (
    <Modal
      isOpen
      variant="large"
      aria-labelledby="scopes-selection"
      aria-describedby="scopes-selection-description"
      onClose={onCancel}
      onEscapePress={() => {
        if (!dragging.current) onCancel();
      }}
    >
      <ModalHeader
        labelId="scopes-selection"
        descriptorId="scopes-selection-description"
        title={<FormattedMessage id="scopesModal.title" />}
        description={
          <>
            {shown.description} {readOnly && <FormattedMessage id="forms.auditor" />}
          </>
        }
      />
      <ModalBody>
        <div className="hanse-scopes-selection">
          <div role="radiogroup" aria-labelledby="scopes-selection-type" className="hanse-scopes-selection__types">
            <span id="scopes-selection-type">
              <FormattedMessage id="scopesModal.type" />
            </span>
            {TYPES.map((type) => (
              <Radio
                key={type}
                id={`scopes-selection-${type}`}
                name="scopes-selection-type"
                label={<FormattedMessage id={`scopesModal.${type}`} />}
                isChecked={scopeType === type}
                onChange={() => setScopeType(type)}
              />
            ))}
          </div>
          {!readOnly && (
            <Checkbox
              id="scopes-selection-groups"
              label={<FormattedMessage id="scopesModal.groups" />}
              isChecked={withGroups}
              onChange={(_, checked) => setWithGroups(checked)}
            />
          )}
          <ScopePicker
            // What is looked for among one kind is not looked for among the other.
            key={scopeType}
            texts={{
              label: message("scopesModal.selected"),
              help: message("scopesModal.help"),
              none: message("scopesModal.none"),
            }}
            choices={choices}
            selected={selected[scopeType]}
            groups={groups}
            readOnly={readOnly}
            error={undefined}
            onAddGroup={(name) => setGroups((all) => new Set(all).add(name))}
            onDragging={(held) => {
              dragging.current = held;
            }}
            onChange={(scopes) => setSelected((all) => ({ ...all, [scopeType]: scopes }))}
          />
        </div>
      </ModalBody>
      <ModalFooter>
        {!readOnly && (
          <Button
            onClick={() =>
              onDone({
                scopeType,
                selectedScopes: { commonScope: [...selected.commonScope], other: [...selected.other] },
              })
            }
          >
            <FormattedMessage id="scopesModal.done" />
          </Button>
        )}
        <Button variant={readOnly ? "secondary" : "link"} onClick={onCancel}>
          <FormattedMessage id="forms.cancel" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}
