import { type UseFormReturn, useWatch } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import type { Message } from "../../../../catalogue.ts";
import { TextAreaField } from "../../../../forms/fields/TextAreaField.tsx";
import { TextField } from "../../../../forms/fields/TextField.tsx";
import { formsText } from "../../../../forms/text.ts";
import { virtualIssuersText as text } from "../text.ts";
import type { Values } from "./values.ts";

/** Every field with its label, in the order of the form. */
export const LABELS: readonly (readonly [keyof Values, Message])[] = [
  ["name", text.name],
  ["id", text.id],
  ["description", text.descriptionLabel],
  ["host", text.host],
  ["path", text.path],
];

/** An identifier is written as it is compared: nothing is to be corrected or capitalised on the way. */
const LITERAL = { spellCheck: false, autoCapitalize: "none" } as const;

export function IssuerFields({ form, isNew }: { form: UseFormReturn<Values>; isNew: boolean }) {
  const intl = useIntl();
  const { register, control } = form;
  const { errors } = form.formState;
  const [host, path] = useWatch({ control, name: ["host", "path"] });
  const required = { validate: (value: string) => value.trim() !== "" || intl.formatMessage(formsText.required) };
  const issuer = <code>{`https://${host.trim()}${path.trim()}`}</code>;
  return (
    <>
      <TextField
        field={register("name", required)}
        label={<FormattedMessage {...text.name} />}
        error={errors.name?.message}
        isRequired
      />
      <TextField
        field={register("id")}
        label={<FormattedMessage {...text.id} />}
        help={<FormattedMessage {...(isNew ? text.idHelp : text.idFixed)} />}
        error={errors.id?.message}
        {...(!isNew && { readOnlyVariant: "default" as const })}
        {...LITERAL}
      />
      <TextAreaField
        field={register("description")}
        label={<FormattedMessage {...text.descriptionLabel} />}
        error={errors.description?.message}
      />
      <div className="hanse-issuer__fields">
        <TextField
          field={register("host", required)}
          label={<FormattedMessage {...text.host} />}
          help={<FormattedMessage {...text.hostHelp} />}
          error={errors.host?.message}
          isRequired
          inputMode="url"
          {...LITERAL}
        />
        <TextField
          field={register("path")}
          label={<FormattedMessage {...text.path} />}
          help={<FormattedMessage {...text.pathHelp} />}
          error={errors.path?.message}
          inputMode="url"
          {...LITERAL}
        />
      </div>
      <p className="hanse-form__help hanse-issuer__identifier">
        {host.trim() !== "" && <FormattedMessage {...text.issuerIs} values={{ issuer }} />}
      </p>
    </>
  );
}
