/** OAuth & OpenID Connect Keys: static keys on or off, and their certificates. */

import { Switch } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { CryptoNotice } from "../../../features/keys/CryptoNotice.tsx";
import { KeysTable } from "../../../features/keys/KeysTable.tsx";
import {
  certificatesOf,
  type Keys,
  keyLabels,
  normal,
  readableKeys,
  signsWithRsa,
  tableField,
  unnamedKeys,
} from "../../../features/keys/model.ts";
import { useCertificateNames } from "../../../features/references/useByIds.ts";
import { message } from "../../../messages.ts";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { editedQuery, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";
import { ConflictDialog } from "../../../platform/forms/ConflictDialog.tsx";
import { EditPage } from "../../../platform/forms/EditPage.tsx";
import { FormSection } from "../../../platform/forms/FormSection.tsx";
import { useEntityForm } from "../../../platform/forms/useEntityForm.ts";
import { useAccess } from "../../../platform/page/pageInfo.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";

export default function OAuthKeys() {
  const intl = useIntl();
  const access = useAccess();
  const labels = labelsOf(intl);
  const form = useEntityForm<Settings, Draft>({
    query: useQuery(oauthKeysQuery),
    queryKey: oauthKeysQuery.queryKey,
    fields: 5,
    toValues: toDraft,
    isChanged,
    send: (values, etag) => saveOAuthKeys(toSettings(values), etag),
    fieldAt: (path, sent) => {
      const name = fieldOf(path, toSettings(sent));
      return name === undefined ? undefined : { name, label: labels.get(name) ?? name };
    },
    idOf: (name) => `keys-${name.replace(".", "-")}`,
  });
  const { enabled, keys } = form.values;
  const unnamed = unnamedIn(form.values, form.base);
  const missing = missingIn(form.values);
  const reason = missing
    ? message(`oauthKeys.${missing}`)
    : unnamed.length > 0
      ? message("keys.needsKeyIds")
      : undefined;
  const required = intl.formatMessage({ id: "keys.keyIdRequired" });
  const errors = new Map([...unnamed.map((field) => [field, required] as const), ...form.errors]);

  return (
    <EditPage {...form.page} disabledReason={reason && intl.formatMessage(reason)}>
      <CryptoNotice />
      <StaticSwitch
        enabled={enabled}
        stops={form.base.enabled && !enabled}
        onChange={(checked) => form.change({ enabled: checked })}
      />
      <KeyTables
        keys={keys}
        readOnly={access !== "editable"}
        needsRsa={enabled}
        errors={errors}
        onChange={(changed) => form.change({ keys: changed }, [...form.errors.keys()])}
      />
      {form.conflict && <Conflicting {...form.conflict} mine={toSettings(form.values)} />}
    </EditPage>
  );
}

interface StaticSwitchProps {
  enabled: boolean;
  /** Saving turns off static keys that are on now. */
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
      {stops && <Alert variant="warning" title={<FormattedMessage id="oauthKeys.stopsKeySets" />} />}
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

interface ConflictingProps extends Omit<ComponentProps<typeof ConflictDialog>, "mine" | "fields"> {
  mine: Settings;
}

/** Both sides of a conflict, with names of certificates instead of IDs. */
function Conflicting({ current, mine, ...rest }: ConflictingProps) {
  const intl = useIntl();
  const theirs = current as Settings;
  const certificate = useCertificateNames([mine, theirs].flatMap(certificatesOf));
  const readable = (one: Settings) => ({
    staticJwksEnabled: intl.formatMessage(one.staticJwksEnabled ? message("oauthKeys.on") : message("oauthKeys.off")),
    ...readableKeys(one, certificate, intl),
    ...readableKeys(one, certificate, intl, "Decryption"),
  });

  return (
    <ConflictDialog
      {...rest}
      current={readable(theirs)}
      mine={readable(mine)}
      fields={[
        { name: "staticJwksEnabled", label: intl.formatMessage({ id: "oauthKeys.enable" }) },
        ...[...labelsOf(intl)].map(([name, label]) => ({ name, label })),
      ]}
    />
  );
}

/** The labels of all fields; both tables have the same columns, so each label names its table. */
function labelsOf(intl: IntlShape): Map<string, string> {
  const signing = [...keyLabels(intl)].map(
    ([field, label]) => [field, intl.formatMessage({ id: "oauthKeys.signingOf" }, { label })] as const,
  );
  const decryption = [...keyLabels(intl, "Decryption")].map(
    ([field, label]) => [field, intl.formatMessage({ id: "oauthKeys.decryptionOf" }, { label })] as const,
  );
  return new Map([...signing, ...decryption]);
}

interface Draft {
  enabled: boolean;
  keys: Keys;
  /** Fields that only API clients change. */
  kept: Pick<Settings, "publishDynamicKeyX5cs" | "dynamicKeyCertificateInformation">;
}

function toDraft(stored: Settings | undefined): Draft {
  const { staticJwksEnabled, publishDynamicKeyX5cs, dynamicKeyCertificateInformation, ...keys } = stored ?? {
    staticJwksEnabled: false,
  };
  const kept = {
    ...(publishDynamicKeyX5cs !== undefined && { publishDynamicKeyX5cs }),
    ...(dynamicKeyCertificateInformation && { dynamicKeyCertificateInformation }),
  };
  return { enabled: staticJwksEnabled, keys, kept };
}

function toSettings({ enabled, keys, kept }: Draft): Settings {
  return { staticJwksEnabled: enabled, ...normal(keys), ...kept };
}

function isChanged(draft: Draft, base: Draft): boolean {
  return JSON.stringify(toSettings(draft)) !== JSON.stringify(toSettings(base));
}

/** The fields without a key ID, of both uses. */
function unnamedIn(draft: Draft, base: Draft): string[] {
  return [...unnamedKeys(draft.keys, base.keys), ...unnamedKeys(draft.keys, base.keys, "Decryption")];
}

/** The reason why this cannot be saved. While static keys are off, the selection may be incomplete. */
function missingIn({ enabled, keys }: Draft): "needsRsa" | undefined {
  return enabled && !signsWithRsa(keys) ? "needsRsa" : undefined;
}

/** The table field for a finding about the request. */
function fieldOf(path: string, sent: Settings): string | undefined {
  return path === "staticJwksEnabled" ? undefined : tableField(path, sent);
}

type Settings = components["schemas"]["OAuthOidcKeysSettings"];
type Stored = Versioned<Settings>;

const PATH = "/keyPairs/oauthOpenIdConnect";

const oauthKeysQuery = editedQuery<Settings>(["oauthKeys", "settings"], () => admin.GET(PATH));

function saveOAuthKeys(settings: Settings, etag: string | undefined): Promise<Stored> {
  return versioned(admin.PUT(PATH, { body: settings, headers: ifMatch(etag) }));
}
