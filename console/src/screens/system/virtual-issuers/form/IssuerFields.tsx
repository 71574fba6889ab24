import { type UseFormReturn, useWatch } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { TextAreaField } from "../../../../forms/fields/TextAreaField.tsx";
import { TextField } from "../../../../forms/fields/TextField.tsx";
import { type Message, message } from "../../../../messages.ts";
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

export function IssuerFields({ form, isNew }: { form: UseFormReturn<Values>; isNew: boolean }) {
  const intl = useIntl();
  const { register, control } = form;
  const { errors } = form.formState;
  const [host, path] = useWatch({ control, name: ["host", "path"] });
  const required = { validate: (value: string) => value.trim() !== "" || intl.formatMessage({ id: "forms.required" }) };
  const issuer = <code>{`https://${host.trim()}${path.trim()}`}</code>;
  return (
    <>
      <TextField
        field={register("name", required)}
        label={<FormattedMessage id="virtualIssuers.name" />}
        error={errors.name?.message}
        isRequired
      />
      <TextField
        field={register("id")}
        label={<FormattedMessage id="virtualIssuers.id" />}
        help={<FormattedMessage {...(isNew ? message("virtualIssuers.idHelp") : message("virtualIssuers.idFixed"))} />}
        error={errors.id?.message}
        {...(!isNew && { readOnlyVariant: "default" as const })}
        {...LITERAL}
      />
      <TextAreaField
        field={register("description")}
        label={<FormattedMessage id="virtualIssuers.descriptionLabel" />}
        error={errors.description?.message}
      />
      <div className="hanse-issuer__fields">
        <TextField
          field={register("host", required)}
          label={<FormattedMessage id="virtualIssuers.host" />}
          help={<FormattedMessage id="virtualIssuers.hostHelp" />}
          error={errors.host?.message}
          isRequired
          inputMode="url"
          {...LITERAL}
        />
        <TextField
          field={register("path")}
          label={<FormattedMessage id="virtualIssuers.path" />}
          help={<FormattedMessage id="virtualIssuers.pathHelp" />}
          error={errors.path?.message}
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
