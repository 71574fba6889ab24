import { FormattedMessage } from "react-intl";
import { message } from "../../../messages.ts";
import { SelectField } from "../../../platform/forms/fields/SelectField.tsx";
import { algorithmOptions, type Chosen, defaultsOf, signatureOptions, sizeOptions } from "./algorithms.ts";
import type { KeyAlgorithm } from "./api.ts";

interface AlgorithmFieldsProps {
  algorithms: readonly KeyAlgorithm[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  errorOf: (name: keyof Chosen) => string | undefined;
}

/** Three selects, of which the first decides what the others offer. */
export function AlgorithmFields({ algorithms, chosen, onChoose, errorOf }: AlgorithmFieldsProps) {
  const { keyAlgorithm, keySize, signatureAlgorithm } = chosen;
  return (
    <div className="hanse-keys__fields hanse-keys__fields--three">
      <SelectField
        id="keyAlgorithm"
        label={<FormattedMessage id="signingKeys.keyAlgorithm" />}
        value={keyAlgorithm}
        options={algorithmOptions(algorithms)}
        onChange={(name) => onChoose(defaultsOf(algorithms, name))}
        error={errorOf("keyAlgorithm")}
      />
      <SelectField
        id="keySize"
        label={
          <FormattedMessage
            {...(keyAlgorithm === "EC" ? message("signingKeys.curve") : message("signingKeys.keySize"))}
          />
        }
        value={keySize}
        options={sizeOptions(algorithms, keyAlgorithm)}
        onChange={(size) => onChoose({ ...chosen, keySize: size })}
        error={errorOf("keySize")}
      />
      <SelectField
        id="signatureAlgorithm"
        label={<FormattedMessage id="signingKeys.signatureAlgorithm" />}
        value={signatureAlgorithm}
        options={signatureOptions(algorithms, keyAlgorithm)}
        onChange={(signature) => onChoose({ ...chosen, signatureAlgorithm: signature })}
        error={errorOf("signatureAlgorithm")}
      />
    </div>
  );
}
