import type { ComponentProps } from "react";
import { type IntlShape, useIntl } from "react-intl";
import { nameOf } from "../../../features/keys/certificate.ts";
import { certificatesOf } from "../../../features/keys/model.ts";
import { keyLabels, readableKeys } from "../../../features/keys/readable.ts";
import { useKeyPairs } from "../../../features/references/useByIds.ts";
import { message } from "../../../messages.ts";
import { ConflictDialog } from "../../../platform/forms/ConflictDialog.tsx";
import type { Settings } from "./api.ts";

interface ConflictingProps extends Omit<ComponentProps<typeof ConflictDialog>, "mine" | "fields"> {
  mine: Settings;
}

/** Both sides of a conflict, with names of certificates instead of IDs. */
export function Conflicting({ current, mine, ...rest }: ConflictingProps) {
  const intl = useIntl();
  const theirs = current as Settings;
  const pairs = useKeyPairs([mine, theirs].flatMap(certificatesOf));

  function certificate(id: string) {
    const pair = pairs?.get(id);
    return pair ? nameOf(pair) : id;
  }
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

/** The labels of all fields; both tables have the same columns, so each says which one it is of. */
export function labelsOf(intl: IntlShape): Map<string, string> {
  const signing = [...keyLabels(intl)].map(
    ([field, label]) => [field, intl.formatMessage({ id: "oauthKeys.signingOf" }, { label })] as const,
  );
  const decryption = [...keyLabels(intl, "Decryption")].map(
    ([field, label]) => [field, intl.formatMessage({ id: "oauthKeys.decryptionOf" }, { label })] as const,
  );
  return new Map([...signing, ...decryption]);
}
