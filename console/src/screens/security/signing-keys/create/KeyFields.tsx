import { type UseFormReturn, useWatch } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { TextField } from "../../../../platform/forms/fields/TextField.tsx";
import { utcDay } from "../../../../platform/ui/utcDate.ts";
import { AlgorithmFields } from "../AlgorithmFields.tsx";
import type { Chosen } from "../algorithms.ts";
import type { KeyAlgorithm } from "../api.ts";
import { isDays, MOST_DAYS } from "../days.ts";
import { endAfter, type NewKeyForm } from "./form.ts";

interface KeyFieldsProps {
  form: UseFormReturn<NewKeyForm>;
  algorithms: readonly KeyAlgorithm[];
  now: number;
}

/** The key, and how long its certificate is valid. */
export function KeyFields({ form, algorithms, now }: KeyFieldsProps) {
  const intl = useIntl();
  const { register, formState, control, setValue, clearErrors } = form;
  const { errors } = formState;
  const [keyAlgorithm, keySize, signatureAlgorithm, validDays] = useWatch({
    control,
    name: ["keyAlgorithm", "keySize", "signatureAlgorithm", "validDays"],
  });
  const end = endAfter(validDays, now);

  function choose(chosen: Chosen) {
    for (const [name, value] of Object.entries(chosen)) {
      setValue(name as keyof Chosen, value, { shouldDirty: true });
      clearErrors(name as keyof Chosen);
    }
  }

  return (
    <>
      <AlgorithmFields
        algorithms={algorithms}
        chosen={{ keyAlgorithm, keySize, signatureAlgorithm }}
        onChoose={choose}
        errorOf={(name) => errors[name]?.message}
      />
      <div className="hanse-keys__fields">
        <TextField
          field={register("validDays", {
            validate: (value) =>
              isDays(value) || intl.formatMessage({ id: "signingKeysCreate.validDaysWrong" }, { most: MOST_DAYS }),
          })}
          label={<FormattedMessage id="signingKeysCreate.validDays" />}
          help={end && <FormattedMessage id="signingKeysCreate.validUntil" values={{ day: utcDay(end) }} />}
          error={errors.validDays?.message}
          unit={<FormattedMessage id="signingKeysCreate.days" />}
          inputMode="numeric"
          isRequired
        />
        <TextField
          field={register("id")}
          label={<FormattedMessage id="signingKeysCreate.id" />}
          help={<FormattedMessage id="signingKeysCreate.idHelp" />}
          error={errors.id?.message}
          spellCheck={false}
          autoCapitalize="none"
        />
      </div>
    </>
  );
}
