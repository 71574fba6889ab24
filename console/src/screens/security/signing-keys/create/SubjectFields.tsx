import { FormGroup, TextArea } from "@patternfly/react-core";
import type { UseFormReturn } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { TextField } from "../../../../platform/forms/fields/TextField.tsx";
import { FieldHelp } from "../../../../platform/ui/FieldHelp.tsx";
import type { NewKeyForm } from "./form.ts";

/** Whom the certificate is for: the parts of its subject (RFC 5280, section 4.1.2.6), and its further names. */
export function SubjectFields({ form }: { form: UseFormReturn<NewKeyForm> }) {
  const intl = useIntl();
  const { register, formState } = form;
  const { errors } = formState;
  const required = {
    validate: (value: string) => value.trim() !== "" || intl.formatMessage({ id: "forms.required" }),
  };
  return (
    <>
      <TextField
        field={register("commonName", required)}
        label={<FormattedMessage id="signingKeysCreate.commonName" />}
        help={<FormattedMessage id="signingKeysCreate.commonNameHelp" />}
        error={errors.commonName?.message}
        isRequired
        spellCheck={false}
      />
      <FormGroup label={<FormattedMessage id="signingKeysCreate.alternativeNames" />} fieldId="alternativeNames">
        <TextArea
          {...register("alternativeNames")}
          id="alternativeNames"
          rows={3}
          resizeOrientation="vertical"
          spellCheck={false}
          autoCapitalize="none"
          validated={errors.alternativeNames ? "error" : "default"}
          aria-invalid={Boolean(errors.alternativeNames)}
          aria-describedby="alternativeNames-help"
        />
        <FieldHelp id="alternativeNames-help" error={errors.alternativeNames?.message}>
          <FormattedMessage id="signingKeysCreate.alternativeNamesHelp" />
        </FieldHelp>
      </FormGroup>
      <div className="hanse-keys__fields">
        <TextField
          field={register("organization", required)}
          label={<FormattedMessage id="signingKeysCreate.organization" />}
          error={errors.organization?.message}
          isRequired
        />
        <TextField
          field={register("organizationUnit")}
          label={<FormattedMessage id="signingKeysCreate.organizationUnit" />}
          error={errors.organizationUnit?.message}
        />
        <TextField
          field={register("city")}
          label={<FormattedMessage id="signingKeysCreate.city" />}
          error={errors.city?.message}
        />
        <TextField
          field={register("state")}
          label={<FormattedMessage id="signingKeysCreate.state" />}
          error={errors.state?.message}
        />
        <TextField
          field={register("country", required)}
          label={<FormattedMessage id="signingKeysCreate.country" />}
          help={<FormattedMessage id="signingKeysCreate.countryHelp" />}
          error={errors.country?.message}
          isRequired
          maxLength={2}
          autoCapitalize="characters"
        />
      </div>
    </>
  );
}
