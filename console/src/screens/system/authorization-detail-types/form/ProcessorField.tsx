import { FormGroup } from "@patternfly/react-core";
import { useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ServerChoice } from "../../../../forms/choice/ServerChoice.tsx";
import { useDetailProcessors } from "../../../../forms/references/useByIds.ts";
import { FieldHelp } from "../../../../ui/FieldHelp.tsx";
import { type Processor, readProcessors } from "../api.ts";
import { detailTypesText as text } from "../text.ts";

interface ProcessorFieldProps {
  chosen: string;
  error: string | undefined;
  editable: boolean;
  onChange: (id: string) => void;
}

const FIELD = "authorizationDetailProcessorRef";

/** The processor, searched and paged by the server, so that a thousand are as easy to choose from as ten. */
export function ProcessorField({ chosen, error, editable, onChange }: ProcessorFieldProps) {
  const intl = useIntl();
  const [picked, setPicked] = useState<Processor>();
  const known = useDetailProcessors(chosen && picked?.id !== chosen ? [chosen] : []);
  const name = picked?.id === chosen ? picked.name : (known?.get(chosen)?.name ?? chosen);
  return (
    <FormGroup label={<FormattedMessage {...text.processor} />} fieldId={FIELD} isRequired>
      {editable ? (
        <ServerChoice
          id={FIELD}
          label={intl.formatMessage(text.processor)}
          source={{
            key: ["detailProcessors"],
            read: readProcessors,
            idOf: (processor: Processor) => processor.id,
            show: (processor: Processor) => ({ name: processor.name, description: processor.id }),
          }}
          selected={chosen ? [chosen] : []}
          searchLabel={intl.formatMessage(text.searchProcessors)}
          empty={<FormattedMessage {...text.noProcessors} />}
          invalid={error !== undefined}
          describedBy={`${FIELD}-help`}
          onPick={(processor) => {
            if (!processor) return;
            setPicked(processor);
            onChange(processor.id);
          }}
        >
          {name || <FormattedMessage {...text.choose} />}
        </ServerChoice>
      ) : (
        <span id={FIELD}>{name}</span>
      )}
      <FieldHelp id={`${FIELD}-help`} error={error}>
        <FormattedMessage {...text.processorHelp} />
      </FieldHelp>
    </FormGroup>
  );
}
