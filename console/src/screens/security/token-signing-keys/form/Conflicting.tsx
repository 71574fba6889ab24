import type { ComponentProps } from "react";
import { useIntl } from "react-intl";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import { nameOf } from "../../../../forms/keys/certificate.ts";
import { certificatesOf } from "../../../../forms/keys/model.ts";
import { keyLabels, readableKeys } from "../../../../forms/keys/readable.ts";
import { useIssuers, useKeyPairs } from "../../../../forms/references/useByIds.ts";
import { message } from "../../../../messages.ts";
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
