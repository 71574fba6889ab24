import { TextInput } from "@patternfly/react-core";
import { useIntl } from "react-intl";
import { keysText as text } from "./text.ts";

interface KeyIdCellProps {
  id: string;
  label: string;
  value: string;
  readOnly: boolean;
  /** Without the certificate there is nothing to name. */
  disabled: boolean;
  /** What is used without an ID. */
  placeholder: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function KeyIdCell({ id, label, value, readOnly, disabled, placeholder, error, onChange }: KeyIdCellProps) {
  const intl = useIntl();
  if (readOnly) {
    if (value) return <code className="hanse-keytable__id">{value}</code>;
    return <span className="hanse-keytable__facts">{disabled ? intl.formatMessage(text.none) : placeholder}</span>;
  }
  return (
    <TextInput
      id={id}
      className="hanse-keytable__id"
      aria-label={label}
      value={value}
      isDisabled={disabled}
      autoComplete="off"
      spellCheck={false}
      placeholder={disabled ? "" : placeholder}
      validated={error ? "error" : "default"}
      aria-describedby={error ? `${id}-error` : undefined}
      title={value}
      onChange={(_, next) => onChange(next)}
    />
  );
}
