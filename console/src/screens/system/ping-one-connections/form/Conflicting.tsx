import type { ComponentProps } from "react";
import { useIntl } from "react-intl";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import type { Connection } from "../api.ts";
import { toBody, type Values } from "./form.ts";

interface ConflictingProps extends Omit<ComponentProps<typeof ConflictDialog>, "mine" | "fields"> {
  values: Values;
}

/** Both sides of a conflict: credentials are compared by their ids, since nobody sees more of them. */
export function Conflicting({ values, ...rest }: ConflictingProps) {
  const intl = useIntl();
  const mine = toBody(values, rest.conflict.current as Connection);
  return (
    <ConflictDialog
      {...rest}
      mine={{
        ...mine,
        ...(mine.credential && { credentialId: intl.formatMessage({ id: "pingOneConnection.newCredential" }) }),
      }}
      fields={[
        { name: "credentialId", label: intl.formatMessage({ id: "pingOne.credential" }) },
        { name: "name", label: intl.formatMessage({ id: "pingOneConnection.name" }) },
        { name: "description", label: intl.formatMessage({ id: "pingOne.description" }) },
      ]}
    />
  );
}
