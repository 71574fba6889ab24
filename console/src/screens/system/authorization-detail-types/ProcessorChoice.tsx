import { FormGroup } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useDetailProcessors } from "../../../features/references/useByIds.ts";
import { ServerChoice } from "../../../platform/choice/ServerChoice.tsx";
import { FieldHelp } from "../../../platform/ui/FieldHelp.tsx";
import { type Processor, readProcessors } from "./api.ts";

interface ProcessorChoiceProps {
  /** The field's name, as findings have it. */
  id: string;
  chosen: string;
  error: string | undefined;
  editable: boolean;
  onChange: (id: string) => void;
}

/** The processor of a type, searched and paged by the server, so that a thousand are as easy to choose from as ten. */
export function ProcessorChoice({ id, chosen, error, editable, onChange }: ProcessorChoiceProps) {
  const intl = useIntl();
  const [picked, setPicked] = useState<Processor>();
  const known = useDetailProcessors(chosen && picked?.id !== chosen ? [chosen] : []);
  const name = picked?.id === chosen ? picked.name : (known?.get(chosen)?.name ?? chosen);
  const shown = name || <FormattedMessage id="detailTypes.choose" />;
  return (
    <FormGroup label={<FormattedMessage id="detailTypes.processor" />} fieldId={id} isRequired>
      {editable ? (
        <ServerChoice
          id={id}
          label={intl.formatMessage({ id: "detailTypes.processor" })}
          source={{
            key: ["detailProcessors"],
            read: readProcessors,
            idOf: (processor: Processor) => processor.id,
            show: (processor: Processor) => ({ name: processor.name, description: processor.id }),
          }}
          selected={chosen ? [chosen] : []}
          searchLabel={intl.formatMessage({ id: "detailTypes.searchProcessors" })}
          empty={<FormattedMessage id="detailTypes.noProcessors" />}
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
        <FormattedMessage id="detailTypes.processorHelp" />
      </FieldHelp>
    </FormGroup>
  );
}
