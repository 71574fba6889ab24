import type { ComponentProps } from "react";
import { useIntl } from "react-intl";
import { ConflictDialog } from "../../../../forms/ConflictDialog.tsx";
import { pingOneText } from "../../../../ui/ping-one/text.ts";
import type { Connection } from "../api.ts";
import { toBody, type Values } from "./form.ts";
import { connectionFormText as text } from "./text.ts";

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
      mine={{ ...mine, ...(mine.credential && { credentialId: intl.formatMessage(text.newCredential) }) }}
      fields={[
        { name: "credentialId", label: intl.formatMessage(pingOneText.credential) },
        { name: "name", label: intl.formatMessage(text.name) },
        { name: "description", label: intl.formatMessage(pingOneText.description) },
      ]}
    />
  );
}
