import { FormGroup } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useDetailProcessors } from "../../../features/references/useByIds.ts";
import type { Message } from "../../../messages.ts";
import { ServerChoice } from "../../../platform/choice/ServerChoice.tsx";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import { type ParentsOf, type Processor, readProcessors } from "./api.ts";

interface ProcessorChoiceProps {
  /** The field's name, as findings have it. */
  id: string;
  label: Message;
  help: Message;
  /** What is said while none is chosen. */
  none: Message;
  /** What is said when there is none to choose. */
  empty: Message;
  chosen: string;
  error: string | undefined;
  editable: boolean;
  /** Whether one has to be chosen. */
  isRequired: boolean;
  /** Whose parent is chosen, if that is what it is for. */
  parentsOf?: ParentsOf;
  onChange: (id: string) => void;
}

/** A processor, searched and paged by the server, so that a thousand are as easy to choose from as ten. */
export function ProcessorChoice(props: ProcessorChoiceProps) {
  const { id, label, help, none, empty, chosen, error, editable, isRequired, parentsOf, onChange } = props;
  const intl = useIntl();
  const [picked, setPicked] = useState<Processor>();
  const known = useDetailProcessors(chosen && picked?.id !== chosen ? [chosen] : []);
  const name = picked?.id === chosen ? picked.name : (known?.get(chosen)?.name ?? chosen);
  const shown = name || <FormattedMessage {...none} />;
  return (
    <FormGroup label={<FormattedMessage {...label} />} fieldId={id} isRequired={isRequired}>
      {editable ? (
        <ServerChoice
          id={id}
          label={intl.formatMessage(label)}
          source={{
            key: ["detailProcessors", parentsOf],
            read: (list) => readProcessors(list, parentsOf),
            idOf: (processor: Processor) => processor.id,
            show: (processor: Processor) => ({ name: processor.name, description: processor.id }),
          }}
          selected={chosen ? [chosen] : []}
          optional={!isRequired}
          searchLabel={intl.formatMessage({ id: "detailTypes.searchProcessors" })}
          empty={<FormattedMessage {...empty} />}
          invalid={error !== undefined}
          describedBy={`${id}-help`}
          onPick={(processor) => {
            setPicked(processor);
            onChange(processor?.id ?? "");
          }}
        >
          {shown}
        </ServerChoice>
      ) : (
        <span id={id}>{shown}</span>
      )}
      <FieldHelp id={`${id}-help`} error={error}>
        <FormattedMessage {...help} />
      </FieldHelp>
    </FormGroup>
  );
}
