import { TextArea } from "@patternfly/react-core";
import { useIntl } from "react-intl";

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
  // An input that cannot be used would only ask to be understood.
  if (disabled) return <span className="hanse-keytable__facts">{intl.formatMessage({ id: "keys.nothing" })}</span>;
  if (readOnly) {
    if (value) return <code className="hanse-keytable__id">{value}</code>;
    return <span className="hanse-keytable__facts">{placeholder}</span>;
  }
  return (
    // One line that goes on in the next one, as a thumbprint has no room in a column.
    <TextArea
      id={id}
      rows={1}
      autoResize
      resizeOrientation="none"
      className="hanse-keytable__id"
      aria-label={label}
      value={value}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      validated={error ? "error" : "default"}
      aria-describedby={error ? `${id}-error` : undefined}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
      onChange={(_, next) => onChange(next.replaceAll(/[\r\n]/g, ""))}
    />
  );
}
