/** The form of a key set: the details from the popup, its issuers, and its signing keys. */
import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ComponentProps, lazy, Suspense, useCallback, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { CryptoNotice } from "../../../../features/keys/CryptoNotice.tsx";
import { KeysTable } from "../../../../features/keys/KeysTable.tsx";
import { certificatesOf, keyLabels, readableKeys, unnamedKeys } from "../../../../features/keys/model.ts";
import { useCertificateNames, useIssuers } from "../../../../features/references/useByIds.ts";
import { message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../../platform/forms/EditPage.tsx";
import { FormSection } from "../../../../platform/forms/FormSection.tsx";
import type { FieldErrors } from "../../../../platform/forms/serverErrors.ts";
import { type StoredQuery, useEntityForm } from "../../../../platform/forms/useEntityForm.ts";
import { useMessages } from "../../../../platform/messages/Messages.tsx";
import { useAccess } from "../../../../platform/page/pageInfo.ts";
import { Copyable } from "../../../../platform/ui/Copyable.tsx";
import { Fact, Facts } from "../../../../platform/ui/Facts.tsx";
import { KEY_SET_LIST, type KeySet, keySetQuery, saveKeySet, staticKeysQuery } from "../api.ts";
import { type DetailErrors, type Details, generatedId } from "../details.ts";
import { StaticKeysWarning } from "../StaticKeysWarning.tsx";
import { type Draft, isChanged, missingIn, newDraft, placeOf, toDraft, toKeySet } from "./draft.ts";
import { ISSUER_FIELD, IssuerField } from "./IssuerField.tsx";
import "../token-signing-keys.css";

const DetailsDialog = lazy(async () => ({ default: (await import("../DetailsDialog.tsx")).DetailsDialog }));

interface KeySetFormProps {
  /** Reads the key set that is edited; undefined for a new one. */
  query?: StoredQuery<KeySet>;
  /** The details from the popup. */
  details: Details | undefined;
}

export function KeySetForm({ query, details }: KeySetFormProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const messages = useMessages();
  const access = useAccess();
  const isNew = query === undefined;
  const readOnly = access !== "editable";
  // A new key set starts with the popup, even if the form's address is opened directly.
  const [popup, setPopup] = useState(isNew && !details && !readOnly);
  const [first] = useState<Details>(() => ({ id: generatedId(), name: "", description: "" }));
  const labels = keyLabels(intl);
  const toList = (saved: boolean) => void navigate({ to: paths.tokenSigningKeys, ignoreBlocker: saved });
  const form = useEntityForm<KeySet, Draft>({
    query,
    ...(query?.data && { queryKey: keySetQuery(query.data.data.id).queryKey }),
    fields: 4,
    toValues: useCallback((stored) => (stored ? toDraft(stored) : newDraft()), []),
    begin: details && { details },
    // The popup's details would be lost by leaving, too.
    isChanged: (draft, base) => (isNew ? draft !== base : isChanged(draft, base)),
    send: (draft, etag) => saveKeySet(toKeySet(draft), isNew, etag),
    fieldAt: (path, sent) => {
      const place = placeOf(path, toKeySet(sent));
      if (!place) return undefined;
      const [part, field = ""] = place;
      if (part === "keys") return { name: `keys.${field}`, label: labels.get(field) ?? field.split(".").at(-1) ?? "" };
      if (part === "issuers")
        return { name: `issuers.${field}`, label: intl.formatMessage({ id: "tokenSigningKeys.issuers" }) };
      return { name: `details.${field}`, label: intl.formatMessage(DETAIL_LABELS[field as keyof Details]) };
    },
    idOf: (name) => (name.startsWith("issuers.") ? ISSUER_FIELD : name.replace("keys.", "keys-").replace(".", "-")),
    invalidates: KEY_SET_LIST,
    onSaved: () => toList(true),
    onRefused: (found) => {
      const wrong = errorsOf(found, "details");
      // Errors of name and ID appear as toasts as well (specification 1, section 8).
      for (const message of [wrong.get("name"), wrong.get("id")]) if (message) messages.error(message);
      if (wrong.size > 0) setPopup(true);
    },
  });
  const { values: draft, base } = form;
  const unnamed = unnamedKeys(draft.keys, base.keys);
  const missing = missingIn(draft);
  const reason = missing
    ? message(`tokenSigningKeys.${missing}`)
    : unnamed.length > 0
      ? message("keys.needsKeyIds")
      : undefined;
  const keyErrors = new Map([
    ...unnamed.map((field) => [field, intl.formatMessage({ id: "keys.keyIdRequired" })] as const),
    ...errorsOf(form.errors, "keys"),
  ]);
  const staticKeys = useQuery(staticKeysQuery);
  const title = draft.details.name || intl.formatMessage({ id: "tokenSigningKeys.newKeySet" });

  return (
    <EditPage
      {...form.page}
      // Space for the warning above the fields is reserved before they are shown.
      {...(staticKeys.isLoading && { loading: { kind: "loading", fields: 4 } as const })}
      title={title}
      disabledReason={reason && intl.formatMessage(reason)}
      onCancel={() => toList(false)}
      cancelLeaves
    >
      <CryptoNotice />
      {staticKeys.data === false && <StaticKeysWarning />}
      <FormSection id="key-set-section" title={<FormattedMessage id="tokenSigningKeys.details" />}>
        <Summary details={draft.details} />
        {!readOnly && (
          <Button variant="link" isInline onClick={() => setPopup(true)}>
            <FormattedMessage id="tokenSigningKeys.editDetails" />
          </Button>
        )}
      </FormSection>
      <IssuerField
        keySet={draft.details.id}
        stored={base.issuers}
        chosen={draft.issuers}
        errors={errorsOf(form.errors, "issuers")}
        readOnly={readOnly}
        onChange={(issuers) => form.change({ issuers })}
      />
      <FormSection
        id="key-set-keys"
        title={<FormattedMessage id="keys.signing" />}
        help={<FormattedMessage id="tokenSigningKeys.signingKeysHelp" />}
      >
        <KeysTable
          keys={draft.keys}
          labelledBy="key-set-keys"
          readOnly={readOnly}
          needsRsa
          errors={keyErrors}
          onChange={(keys) => form.change({ keys })}
        />
      </FormSection>
      {popup && (
        <Suspense>
          <DetailsDialog
            isNew={isNew}
            details={draft.details.id ? draft.details : first}
            errors={Object.fromEntries(errorsOf(form.errors, "details")) as DetailErrors}
            onNext={(next) => {
              form.change({ details: next });
              setPopup(false);
            }}
            onClose={() => {
              setPopup(false);
              // The form requires a name and an ID.
              if (!draft.details.id) toList(false);
            }}
          />
        </Suspense>
      )}
      {form.conflict && <Conflicting {...form.conflict} draft={draft} />}
    </EditPage>
  );
}

const DETAIL_LABELS = {
  name: message("tokenSigningKeys.name"),
  id: message("tokenSigningKeys.id"),
  description: message("tokenSigningKeys.keySetDescription"),
};

/** The errors of one part of the form, by the part's own field names. */
function errorsOf(errors: FieldErrors, part: string): FieldErrors {
  const prefix = `${part}.`;
  return new Map(
    [...errors].flatMap(([name, message]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), message]] : [])),
  );
}

function Summary({ details: { id, name, description } }: { details: Details }) {
  const intl = useIntl();
  return (
    <Facts isHorizontal horizontalTermWidthModifier={{ default: "8rem" }}>
      <Fact term={message("tokenSigningKeys.name")}>{name}</Fact>
      <Fact term={message("tokenSigningKeys.id")}>
        {id && <Copyable what={intl.formatMessage({ id: "tokenSigningKeys.id" })} value={id} />}
      </Fact>
      <Fact term={message("tokenSigningKeys.keySetDescription")}>
        {description || <FormattedMessage id="tokenSigningKeys.noDescription" />}
      </Fact>
    </Facts>
  );
}

interface ConflictingProps extends Omit<ComponentProps<typeof ConflictDialog>, "mine" | "fields"> {
  draft: Draft;
}

/** Both sides of a conflict, with names instead of IDs. */
function Conflicting({ current, draft, ...rest }: ConflictingProps) {
  const intl = useIntl();
  const [mine, theirs] = [toKeySet(draft), current as KeySet];
  const issuers = useIssuers([mine, theirs].flatMap((one) => one.issuers.map(({ id }) => id)));
  const certificate = useCertificateNames([mine, theirs].flatMap((one) => certificatesOf(one.signingKeys)));
  const readable = (one: KeySet) => ({
    name: one.name,
    description: one.description ?? "",
    issuers: one.issuers.map(({ id }) => issuers?.get(id)?.name ?? id).sort(),
    ...readableKeys(one.signingKeys, certificate, intl),
  });

  const own = [
    ["name", message("tokenSigningKeys.name")],
    ["description", message("tokenSigningKeys.keySetDescription")],
    ["issuers", message("tokenSigningKeys.issuers")],
  ] as const;
  return (
    <ConflictDialog
      {...rest}
      current={readable(theirs)}
      mine={readable(mine)}
      fields={[
        ...own.map(([name, label]) => ({ name, label: intl.formatMessage(label) })),
        ...[...keyLabels(intl)].map(([name, label]) => ({ name, label })),
      ]}
    />
  );
}
