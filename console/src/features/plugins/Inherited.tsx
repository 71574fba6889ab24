import { Button } from "@patternfly/react-core";
import { FormattedMessage, useIntl } from "react-intl";
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
        <FormattedMessage id="plugin.inherited" values={{ value: value ? shown() : "…" }} />
      </span>
      {onOverride && (
        <Button variant="link" isInline onClick={onOverride}>
          <FormattedMessage id="plugin.setHere" values={{ field: descriptor.label }} />
        </Button>
      )}
    </div>
  );

  function shown(): string {
    if (value?.sealed) return intl.formatMessage({ id: "plugin.secret" });
    const entered = value?.text || (descriptor.defaultValue ?? "");
    if (entered === "") return intl.formatMessage({ id: "plugin.nothing" });
    if (descriptor.type === "UPLOAD_FILE")
      return intl.formatMessage({ id: "plugin.stored" }, { bytes: bytesIn(entered) });
    return descriptor.optionValues?.find((option) => option.value === entered)?.name ?? entered;
  }
}
