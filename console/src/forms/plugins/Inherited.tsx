import { Button } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
import { pluginText as text } from "./text.ts";
import { bytesIn } from "./UploadInput.tsx";
import type { FieldDescriptor, Value } from "./values.ts";

interface InheritedProps {
  id: string;
  descriptor: FieldDescriptor;
  /** What the parent has, or takes over itself; undefined while it is asked for. */
  value: Value | undefined;
  /** Not there for those who may only look. */
  onOverride: (() => void) | undefined;
}

/** What is taken over from a parent, and the way to something of one's own. */
export function Inherited({ id, descriptor, value, onOverride }: InheritedProps) {
  const intl = useIntl();
  return (
    <div className="hanse-plugin__inherited">
      <span id={id} className="hanse-plugin__taken">
        <FormattedMessage {...text.inherited} values={{ value: value ? shown() : "…" }} />
      </span>
      {onOverride && (
        <Button variant="link" isInline onClick={onOverride}>
          <FormattedMessage {...text.setHere} values={{ field: descriptor.label }} />
        </Button>
      )}
    </div>
  );

  function shown(): string {
    if (value?.sealed) return intl.formatMessage(text.secret);
    const entered = value?.text || (descriptor.defaultValue ?? "");
    if (entered === "") return intl.formatMessage(text.nothing);
    if (descriptor.type === "UPLOAD_FILE") return intl.formatMessage(text.stored, { bytes: bytesIn(entered) });
    return descriptor.optionValues?.find((option) => option.value === entered)?.name ?? entered;
  }
}
