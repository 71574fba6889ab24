import type { ComponentProps } from "react";
import { useIntl } from "react-intl";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { certificatesOf } from "../../../../features/keys/model.ts";
import { keyLabels, readableKeys } from "../../../../features/keys/readable.ts";
import { useIssuers, useKeyPairs } from "../../../../features/references/useByIds.ts";
import { message } from "../../../../messages.ts";
import { ConflictDialog } from "../../../../platform/forms/ConflictDialog.tsx";
import type { KeySet } from "../api.ts";
import { type Draft, toKeySet } from "./draft.ts";

interface ConflictingProps extends Omit<ComponentProps<typeof ConflictDialog>, "mine" | "fields"> {
  draft: Draft;
}

/** Both sides of a conflict, with names instead of IDs. */
export function Conflicting({ current, draft, ...rest }: ConflictingProps) {
  const intl = useIntl();
  const [mine, theirs] = [toKeySet(draft), current as KeySet];
  const issuers = useIssuers([mine, theirs].flatMap((one) => one.issuers.map(({ id }) => id)));
  const pairs = useKeyPairs([mine, theirs].flatMap((one) => certificatesOf(one.signingKeys)));

  function certificate(id: string) {
    const pair = pairs?.get(id);
    return pair ? nameOf(pair) : id;
  }
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
