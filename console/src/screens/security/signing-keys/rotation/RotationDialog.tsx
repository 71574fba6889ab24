import { useQuery } from "@tanstack/react-query";
import { type FieldPath, useWatch } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { FormDialog } from "../../../../platform/forms/dialog/FormDialog.tsx";
import { type DialogForm, useDialogForm } from "../../../../platform/forms/dialog/useDialogForm.ts";
import { TextField } from "../../../../platform/forms/fields/TextField.tsx";
import { utcDay } from "../../../../platform/ui/utcDate.ts";
import { AlgorithmFields } from "../AlgorithmFields.tsx";
import type { Chosen } from "../algorithms.ts";
import { algorithmsQuery, type KeyPair, saveRotation } from "../api.ts";
import { isDays } from "../days.ts";
import { useRevision } from "../useRevision.ts";
import { beforeEnd, type RotationForm, toForm, toSettings } from "./form.ts";

interface RotationDialogProps {
  pair: KeyPair;
  onDone: () => void;
  onClose: () => void;
}

/** When the server makes the next pair, when it signs with it, and what that pair is like. */
export function RotationDialog({ pair, onDone, onClose }: RotationDialogProps) {
  const { data: algorithms = [] } = useQuery(algorithmsQuery);
  const revision = useRevision(pair.id);
  const dialog = useDialogForm<RotationForm, unknown>({
    defaults: toForm(pair),
    send: async (values) => saveRotation(pair.id, toSettings(values), await revision()),
    onDone,
  });
  const { form, errorOf } = dialog;
  const [keyAlgorithm, keySize, signatureAlgorithm] = useWatch({
    control: form.control,
    name: ["keyAlgorithm", "keySize", "signatureAlgorithm"],
  });
  function choose(chosen: Chosen) {
    for (const [name, value] of Object.entries(chosen)) {
      form.setValue(name as keyof Chosen, value);
      form.clearErrors(name as keyof Chosen);
    }
  }
  return (
    <FormDialog
      dialog={dialog}
      title={<FormattedMessage id="signingKeysRotation.title" values={{ name: nameOf(pair) }} />}
      description={<FormattedMessage id="signingKeysRotation.description" />}
      submitLabel={<FormattedMessage id="signingKeysRotation.save" />}
      focusOn="#creationBufferDays"
      onClose={onClose}
    >
      <Days dialog={dialog} pair={pair} />
      {algorithms.length > 0 && (
        <AlgorithmFields
          algorithms={algorithms}
          chosen={{ keyAlgorithm, keySize, signatureAlgorithm }}
          onChoose={choose}
          errorOf={errorOf}
        />
      )}
    </FormDialog>
  );
}

/** The three numbers, each with the day that it leads to. */
function Days({ dialog, pair }: { dialog: DialogForm<RotationForm>; pair: KeyPair }) {
  const intl = useIntl();
  const { form, errorOf } = dialog;
  const [creation, activation] = useWatch({
    control: form.control,
    name: ["creationBufferDays", "activationBufferDays"],
  });
  const on = (days: string) => {
    const day = beforeEnd(pair, days);
    return day && <FormattedMessage id="signingKeysRotation.on" values={{ day: utcDay(day) }} />;
  };
  const field = (name: FieldPath<RotationForm>, wrong: (value: string, form: RotationForm) => string | undefined) =>
    form.register(name, {
      validate: (value, values) =>
        isDays(value) ? wrong(value, values) : intl.formatMessage({ id: "signingKeysRotation.daysWrong" }),
    });
  const common = { isRequired: true, inputMode: "numeric" } as const;
  return (
    <>
      <TextField
        {...common}
        field={field("creationBufferDays", (value, { activationBufferDays }) =>
          Number(value) <= Number(activationBufferDays)
            ? intl.formatMessage({ id: "signingKeysRotation.tooLate" })
            : undefined,
        )}
        label={<FormattedMessage id="signingKeysRotation.creation" />}
        unit={<FormattedMessage id="signingKeysRotation.daysBefore" />}
        help={on(creation)}
        error={errorOf("creationBufferDays")}
      />
      <TextField
        {...common}
        field={field("activationBufferDays", () => undefined)}
        label={<FormattedMessage id="signingKeysRotation.activation" />}
        unit={<FormattedMessage id="signingKeysRotation.daysBefore" />}
        help={on(activation)}
        error={errorOf("activationBufferDays")}
      />
      <TextField
        {...common}
        field={field("validDays", (value, { creationBufferDays }) =>
          Number(value) <= Number(creationBufferDays)
            ? intl.formatMessage({ id: "signingKeysRotation.tooShort" })
            : undefined,
        )}
        label={<FormattedMessage id="signingKeysRotation.validity" />}
        unit={<FormattedMessage id="signingKeysRotation.length" />}
        error={errorOf("validDays")}
      />
    </>
  );
}
