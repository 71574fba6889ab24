import { Button, Checkbox, FormGroup } from "@patternfly/react-core";
import { FormattedMessage } from "react-intl";
import { FieldHelp } from "../../platform/ui/FieldHelp.tsx";
import { Inherited } from "./Inherited.tsx";
import { PluginInput } from "./PluginInput.tsx";
import type { PluginInputProps } from "./props.ts";
import type { Value } from "./values.ts";

interface PluginFieldProps extends PluginInputProps {
  editable?: boolean;
  /** What the parent has, where there is one. */
  parent?: Value | undefined;
  /** Turns between what the parent has and a value of its own. */
  onInherit?: ((inherited: boolean) => void) | undefined;
}

/** One field of a plug-in, as its descriptor says. */
export function PluginField({ parent, onInherit, editable = true, ...props }: PluginFieldProps) {
  const { id, descriptor, value, error, label } = props;
  const help = (
    <FieldHelp id={`${id}-help`} error={error}>
      {value.sealed && <FormattedMessage id="plugin.isSet" />} {!label && descriptor.description}
    </FieldHelp>
  );
  if (onInherit && value.inherited) {
    return (
      <FormGroup label={descriptor.label} fieldId={id}>
        <Inherited
          id={id}
          descriptor={descriptor}
          value={parent}
          onOverride={editable ? () => onInherit(false) : undefined}
        />
        {help}
      </FormGroup>
    );
  }
  const input = descriptor.type === "CHECK_BOX" ? <Box {...props} /> : <PluginInput {...props} />;
  if (label) {
    return (
      <>
        {input}
        {(error || value.sealed) && help}
      </>
    );
  }
  const back = onInherit && editable && (
    <Button variant="link" isInline className="hanse-plugin__back" onClick={() => onInherit(true)}>
      <FormattedMessage id="plugin.takeOver" values={{ field: descriptor.label }} />
    </Button>
  );
  if (descriptor.type === "CHECK_BOX") {
    return (
      <div>
        {input}
        {help}
        {back}
      </div>
    );
  }
  const isGroup = descriptor.type === "RADIO_GROUP";
  return (
    <FormGroup
      label={descriptor.label}
      isRequired={descriptor.required}
      {...(isGroup ? { role: "radiogroup", isStack: true, fieldId: `${id}-group` } : { fieldId: id })}
    >
      {input}
      {help}
      {back}
    </FormGroup>
  );
}

function Box({ id, descriptor, value, label, onChange }: PluginInputProps) {
  return (
    <Checkbox
      id={id}
      {...(label ? { "aria-label": label } : { label: descriptor.label })}
      isChecked={value.text === "true"}
      onChange={(_, next) => onChange(String(next))}
      aria-describedby={`${id}-help`}
    />
  );
}
