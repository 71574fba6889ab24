import { FormattedMessage } from "react-intl";
import { type Message, message } from "../../../../messages.ts";
import { bind } from "../../../../platform/forms/fields/bind.ts";
import { TextAreaField } from "../../../../platform/forms/fields/TextAreaField.tsx";
import { TextField } from "../../../../platform/forms/fields/TextField.tsx";
import type { EntityForm } from "../../../../platform/forms/useEntityForm.ts";
import type { Issuer } from "../api.ts";
import type { Values } from "./values.ts";

/** Every field with its label, in the order of the form. */
export const LABELS: readonly (readonly [keyof Values, Message])[] = [
  ["name", message("virtualIssuers.name")],
  ["id", message("virtualIssuers.id")],
  ["description", message("virtualIssuers.descriptionLabel")],
  ["host", message("virtualIssuers.host")],
  ["path", message("virtualIssuers.path")],
];

/** An identifier is written as it is compared: nothing is to be corrected or capitalised on the way. */
const LITERAL = { spellCheck: false, autoCapitalize: "none" } as const;

export function IssuerFields({ form, isNew }: { form: EntityForm<Issuer, Values>; isNew: boolean }) {
  const { host, path } = form.values;
  const issuer = <code>{`https://${host.trim()}${path.trim()}`}</code>;
  return (
    <>
      <TextField {...bind(form, "name")} label={<FormattedMessage id="virtualIssuers.name" />} isRequired />
      <TextField
        {...bind(form, "id")}
        label={<FormattedMessage id="virtualIssuers.id" />}
        help={<FormattedMessage {...(isNew ? message("virtualIssuers.idHelp") : message("virtualIssuers.idFixed"))} />}
        {...(!isNew && { readOnlyVariant: "default" as const })}
        {...LITERAL}
      />
      <TextAreaField {...bind(form, "description")} label={<FormattedMessage id="virtualIssuers.descriptionLabel" />} />
      <div className="hanse-issuer__fields">
        <TextField
          {...bind(form, "host")}
          label={<FormattedMessage id="virtualIssuers.host" />}
          help={<FormattedMessage id="virtualIssuers.hostHelp" />}
          isRequired
          inputMode="url"
          {...LITERAL}
        />
        <TextField
          {...bind(form, "path")}
          label={<FormattedMessage id="virtualIssuers.path" />}
          help={<FormattedMessage id="virtualIssuers.pathHelp" />}
          inputMode="url"
          {...LITERAL}
        />
      </div>
      <p className="hanse-form__help hanse-issuer__identifier">
        {host.trim() !== "" && <FormattedMessage id="virtualIssuers.issuerIs" values={{ issuer }} />}
      </p>
    </>
  );
}
