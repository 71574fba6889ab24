/** OAuth & OpenID Connect Keys: static keys on or off, and which certificates they are. */

import { Alert, Switch } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useMemo, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../../../api/errors.ts";
import { etagOf } from "../../../api/transport.ts";
import { useMessages } from "../../../app/messages/Messages.tsx";
import { useAccess } from "../../../forms/access.ts";
import { CryptoNotice } from "../../../forms/CryptoNotice.tsx";
import { EditPage, type Loading } from "../../../forms/EditPage.tsx";
import { FormSection } from "../../../forms/FormSection.tsx";
import { KeysTable } from "../../../forms/keys/KeysTable.tsx";
import type { Keys } from "../../../forms/keys/model.ts";
import { useSave } from "../../../forms/useSave.ts";
import { message } from "../../../messages.ts";
import { oauthKeysQuery, type Settings, type Stored, saveOAuthKeys } from "./api.ts";
import { Conflicting, labelsOf } from "./Conflicting.tsx";
import { type Draft, findingsOf, isChanged, missingIn, toDraft, toSettings, unnamedIn } from "./form.ts";

const NOTHING: Draft = { enabled: false, keys: {} };
const NO_FINDINGS: ReturnType<typeof findingsOf> = { keys: new Map(), rest: [] };

export default function OAuthKeys() {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const access = useAccess("CRYPTO_ADMINISTRATOR");
  const { data, error, refetch } = useQuery(oauthKeysQuery);
  const base = useMemo(() => (data ? toDraft(data.data) : NOTHING), [data]);
  const [edited, setEdited] = useState<Draft>();
  const [findings, setFindings] = useState(NO_FINDINGS);
  const draft = edited ?? base;

  const save = useSave<Draft, Settings>({
    send: async (values, etag) => {
      const sent = toSettings(values);
      try {
        return await saveOAuthKeys(sent, etag);
      } catch (failure) {
        if (failure instanceof ApiError && !failure.conflict) {
          const unreachable = { ...NO_FINDINGS, rest: [intl.formatMessage({ id: "ui.noAnswer" })] };
          setFindings(isUnreachable(failure) ? unreachable : findingsOf(failure, sent));
        }
        throw failure;
      }
    },
    onSaved: (stored) => {
      accept(stored);
      messages.success();
    },
  });

  function accept(stored: Stored) {
    client.setQueryData(oauthKeysQuery.queryKey, stored);
    reset();
  }

  function reset() {
    setEdited(undefined);
    setFindings(NO_FINDINGS);
    save.dismiss();
  }

  function change(changes: Partial<Draft>) {
    if (save.saving) return;
    setEdited({ ...draft, ...changes });
    setFindings((before) => ({ ...before, keys: NO_FINDINGS.keys }));
  }

  const loading: Loading = data
    ? { kind: "loaded" }
    : error
      ? { kind: "failed", error, onRetry: () => void refetch() }
      : { kind: "loading", fields: 5 };
  const unnamed = unnamedIn(draft, base);
  const missing = missingIn(draft);
  const reason = missing
    ? message(`oauthKeys.${missing}`)
    : unnamed.length > 0
      ? message("keys.needsKeyIds")
      : undefined;
  const required = intl.formatMessage({ id: "keys.keyIdRequired" });
  const errors = new Map([...unnamed.map((field) => [field, required] as const), ...findings.keys]);
  const labels = labelsOf(intl);
  const told = [
    ...[...findings.keys].map(([field, message]) =>
      intl.formatMessage({ id: "forms.finding" }, { field: labels.get(field) ?? field, message }),
    ),
    ...findings.rest,
  ];

  return (
    <EditPage
      title={intl.formatMessage({ id: "keys.staticKeys" })}
      description={<FormattedMessage id="oauthKeys.description" />}
      breadcrumb="navigation"
      loading={loading}
      access={access}
      dirty={isChanged(draft, base)}
      saving={save.saving}
      disabledReason={reason && intl.formatMessage(reason)}
      error={save.error}
      {...(told.length > 0 && { findings: told })}
      onSave={() => save.save(draft, data?.etag)}
      onCancel={reset}
    >
      <CryptoNotice />
      <StaticSwitch
        enabled={draft.enabled}
        stops={base.enabled && !draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <KeyTables
        keys={draft.keys}
        readOnly={access !== "editable"}
        needsRsa={draft.enabled}
        errors={errors}
        onChange={(keys) => change({ keys })}
      />
      {save.conflict && (
        <Conflicting
          conflict={save.conflict}
          mine={toSettings(draft)}
          saving={save.saving}
          onTakeTheirs={() =>
            save.conflict && accept({ data: save.conflict.current as Settings, etag: etagOf(save.conflict.revision) })
          }
          onSaveOver={save.saveOver}
          onClose={save.dismiss}
        />
      )}
    </EditPage>
  );
}

interface StaticSwitchProps {
  enabled: boolean;
  /** Saving switches off what is on now. */
  stops: boolean;
  onChange: (enabled: boolean) => void;
}

function StaticSwitch({ enabled, stops, onChange }: StaticSwitchProps) {
  const intl = useIntl();
  return (
    <div className="hanse-form__section">
      <Switch
        id="static-keys"
        label={intl.formatMessage({ id: "oauthKeys.enable" })}
        aria-describedby="static-keys-help"
        isChecked={enabled}
        onChange={(_, checked) => onChange(checked)}
      />
      <p id="static-keys-help" className="hanse-form__help">
        <FormattedMessage id="oauthKeys.enableHelp" />
      </p>
      {stops && (
        <Alert isInline variant="warning" component="p" title={<FormattedMessage id="oauthKeys.stopsKeySets" />} />
      )}
    </div>
  );
}

type KeyTablesProps = Omit<ComponentProps<typeof KeysTable>, "use" | "labelledBy"> & { keys: Keys };

function KeyTables(props: KeyTablesProps) {
  return (
    <>
      <FormSection
        id="signing-keys"
        title={<FormattedMessage id="keys.signing" />}
        help={<FormattedMessage id="oauthKeys.signingHelp" />}
      >
        <KeysTable {...props} labelledBy="signing-keys" />
      </FormSection>
      <FormSection
        id="decryption-keys"
        title={<FormattedMessage id="oauthKeys.decryption" />}
        help={<FormattedMessage id="oauthKeys.decryptionHelp" />}
      >
        <KeysTable {...props} use="Decryption" labelledBy="decryption-keys" />
      </FormSection>
    </>
  );
}
