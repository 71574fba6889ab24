/** The Scopes Selection dialog (specification 3, section 2.6). It is a separate bundle. */

import { Button, Checkbox, ModalBody, ModalFooter, Radio } from "@patternfly/react-core";
import { useMemo, useRef, useState } from "react";
import { FormattedMessage } from "react-intl";
import { message } from "../../messages.ts";
import { admin } from "../../platform/api/client.ts";
import { body } from "../../platform/api/transport.ts";
import { useNoteUnsaved } from "../../platform/forms/unsaved.ts";
import { COUNTED, type ServerPage } from "../../platform/list/useServerList.ts";
import { mayChange, useSession } from "../../platform/session/SessionProvider.tsx";
import { Modal } from "../../platform/ui/Modal.tsx";
import type { ScopeType, ShowScopes } from "../frame/messages.ts";
import { ScopePicker } from "./ScopePicker.tsx";
import type { ChoicePage, Choices } from "./useAvailable.ts";
import type { Choice } from "./window.ts";

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
  // Each type keeps its selection, so that switching between types loses nothing.
  const [selected, setSelected] = useState<Record<ScopeType, readonly string[]>>(shown.selectedScopes);
  useNoteUnsaved(TYPES.some((type) => selected[type] !== shown.selectedScopes[type]));
  const dragging = useRef(false);
  const [groups, setGroups] = useState<ReadonlySet<string>>(() => new Set(shown.selectedGroups));
  const choices = useMemo(() => choicesOf(scopeType, withGroups), [scopeType, withGroups]);

  return (
    <Modal
      variant="large"
      titleId="scopes-selection"
      title={<FormattedMessage id="scopesModal.title" />}
      description={
        <>
          {shown.description} {readOnly && <FormattedMessage id="forms.auditor" />}
        </>
      }
      dragging={dragging}
      onClose={onCancel}
    >
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
            // Each type has its own search.
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
            dragging={dragging}
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

const PAGE_SIZE = 20;
const KINDS = { commonScope: "common", other: "exclusive" } as const;
type Example = "/oauth/authServerSettings/scopes/commonScopes";

type Collection = `${(typeof KINDS)[ScopeType]}${"Scopes" | "ScopeGroups"}`;

/** The scopes that clients can be given: those of a type and, if included, the scope groups before them. */
function choicesOf(scopeType: ScopeType, withGroups: boolean): Choices {
  const scopes: Collection = `${KINDS[scopeType]}Scopes`;
  const groups: Collection = `${KINDS[scopeType]}ScopeGroups`;

  async function read(filter: string, page: number): Promise<ChoicePage> {
    if (!withGroups) return readPage(scopes, filter, page);
    const first = await readPage(groups, filter, 1);
    const groupPages = Math.ceil((first.totalItems ?? 0) / PAGE_SIZE);
    const found =
      page > groupPages
        ? await readPage(scopes, filter, page - groupPages)
        : page === 1
          ? first
          : await readPage(groups, filter, page);
    // The last page of groups may be short: the code counts pages, not the entries on them.
    const scopesThere = page > groupPages ? found : await readPage(scopes, filter, 1);
    const scopesCount = scopesThere.totalItems ?? 0;
    return {
      ...found,
      totalItems: groupPages * PAGE_SIZE + scopesCount,
      totalIsMinimum: scopesThere.totalIsMinimum ?? false,
      count: (first.totalItems ?? 0) + scopesCount,
    };
  }

  return {
    pageSize: PAGE_SIZE,
    page: (client, filter, page) =>
      client.fetchQuery({
        queryKey: ["scopes", scopes, "selection", withGroups, filter, page],
        queryFn: () => read(filter, page),
        staleTime: 30_000,
      }),
  };
}

async function readPage(collection: Collection, filter: string, page: number): Promise<ServerPage<Choice>> {
  // All four collections have the same operations, so the types of one apply to all.
  const path = `/oauth/authServerSettings/scopes/${collection}` as Example;
  const isGroup = !collection.endsWith("Scopes");
  const search = filter && { filter, ...(!isGroup && { countUpTo: COUNTED }) };
  const query = { page, numberPerPage: PAGE_SIZE, sortOrder: "ASC" as const, ...search };
  // The default scope `openid` is a common scope, so a picker of other scopes asks for the list without it.
  const all = isGroup ? query : { ...query, includeDefaultOpenId: collection === "commonScopes" };
  const found = await body(admin.GET(path, { params: { query: all } }));
  return { ...found, items: found.items.map(({ name, description }) => ({ name, description, isGroup })) };
}
