/** The form of a key set: what the popup asked for, its issuers, and its signing keys. */

import { Button } from "@patternfly/react-core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { paths } from "../../../../app/paths.ts";
import { useAccess } from "../../../../forms/access.ts";
import { CryptoNotice } from "../../../../forms/CryptoNotice.tsx";
import { EditPage, type Loading } from "../../../../forms/EditPage.tsx";
import { FormSection } from "../../../../forms/FormSection.tsx";
import { KeysTable } from "../../../../forms/keys/KeysTable.tsx";
import { keyLabels } from "../../../../forms/keys/readable.ts";
import { message } from "../../../../messages.ts";
import { Fact, Facts } from "../../../../ui/Facts.tsx";
import type { Stored } from "../api.ts";
import { DetailsDialog } from "../DetailsDialog.tsx";
import { type Details, generatedId } from "../details.ts";
import { StaticKeysWarning } from "../StaticKeysWarning.tsx";
import { Conflicting } from "./Conflicting.tsx";
import { missingIn } from "./draft.ts";
import { IssuerField } from "./IssuerField.tsx";
import { useKeySetForm } from "./useKeySetForm.ts";
import "../token-signing-keys.css";

interface KeySetFormProps {
  isNew: boolean;
  loading: Loading;
  /** Once it is loaded; a new key set has none. */
  stored: Stored | undefined;
  /** What the popup handed over. */
  details: Details | undefined;
}

export function KeySetForm({ isNew, loading, stored, details }: KeySetFormProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const access = useAccess("CRYPTO_ADMINISTRATOR");
  const readOnly = access !== "editable";
  // A new key set begins with the popup, also where somebody opens the form's address.
  const [popup, setPopup] = useState(isNew && !details && !readOnly);
  const [first] = useState<Details>(() => ({ id: generatedId(), name: "", description: "" }));
  const form = useKeySetForm({
    stored,
    details,
    onSaved: () => undefined,
    onWrongDetails: () => setPopup(true),
  });
  const { draft, findings, save, unnamed, done } = form;
  const toList = () => void navigate({ to: paths.tokenSigningKeys });
  // Not before the form has rendered without changes, or leaving would ask about them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leaves once, when the save is done.
  useEffect(() => {
    if (done) toList();
  }, [done]);

  const missing = missingIn(draft);
  const reason = missing
    ? message(`tokenSigningKeys.${missing}`)
    : unnamed.length > 0
      ? message("keys.needsKeyIds")
      : undefined;
  const errors = new Map([
    ...unnamed.map((field) => [field, intl.formatMessage({ id: "keys.keyIdRequired" })] as const),
    ...findings.keys,
  ]);
  const labels = keyLabels(intl);
  const told = [
    ...findings.details.values(),
    ...findings.issuers.values(),
    ...[...findings.keys].map(([field, message]) =>
      intl.formatMessage({ id: "forms.finding" }, { field: labels.get(field) ?? field.split(".").at(-1), message }),
    ),
    ...findings.rest,
  ];
  const title = draft.details.name || intl.formatMessage({ id: "tokenSigningKeys.newKeySet" });

  return (
    <EditPage
      title={title}
      description={<FormattedMessage id="tokenSigningKeys.formDescription" />}
      breadcrumb={{ last: title }}
      loading={loading}
      access={access}
      dirty={form.dirty}
      saving={save.saving}
      disabledReason={reason && intl.formatMessage(reason)}
      error={save.error}
      {...(told.length > 0 && { findings: told })}
      onSave={form.send}
      onCancel={toList}
      cancelLeaves
    >
      <CryptoNotice />
      <StaticKeysWarning />
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
        stored={form.base.issuers}
        chosen={draft.issuers}
        errors={findings.issuers}
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
          errors={errors}
          onChange={(keys) => form.change({ keys })}
        />
      </FormSection>
      {popup && (
        <DetailsDialog
          isNew={isNew}
          details={draft.details.id ? draft.details : first}
          errors={form.detailErrors}
          onNext={(next) => {
            form.change({ details: next });
            setPopup(false);
          }}
          onClose={() => {
            setPopup(false);
            // Without name and ID there is nothing to go on with.
            if (!draft.details.id) toList();
          }}
        />
      )}
      {save.conflict && (
        <Conflicting
          conflict={save.conflict}
          draft={draft}
          saving={save.saving}
          onTakeTheirs={form.takeTheirs}
          onSaveOver={save.saveOver}
          onClose={save.dismiss}
        />
      )}
    </EditPage>
  );
}

function Summary({ details: { id, name, description } }: { details: Details }) {
  return (
    <Facts isHorizontal horizontalTermWidthModifier={{ default: "8rem" }}>
      <Fact term={message("tokenSigningKeys.name")}>{name}</Fact>
      <Fact term={message("tokenSigningKeys.id")}>{id && <code className="hanse-keyset__id">{id}</code>}</Fact>
      <Fact term={message("tokenSigningKeys.keySetDescription")}>
        {description || <FormattedMessage id="tokenSigningKeys.noDescription" />}
      </Fact>
    </Facts>
  );
}
