/** The dialog in which somebody chooses shortcuts; it is a bundle of its own. */
import { Bullseye, ModalBody, ModalHeader, Spinner } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { PartFailed } from "../../../platform/forms/LoadFailed.tsx";
import { Modal } from "../../../platform/ui/Modal.tsx";
import { choiceQuery, defaultsQuery, groupsQuery } from "../api.ts";
import { Choice } from "./Choice.tsx";
import "./customise.css";

export function Customise({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const queries = [useQuery(groupsQuery), useQuery(choiceQuery), useQuery(defaultsQuery)] as const;
  const [groups, choice, defaults] = queries;
  const error = queries.find((query) => query.error)?.error;
  // Escape puts a page back that is being dragged, and only otherwise closes the dialog.
  const dragging = useRef(false);

  return (
    <Modal
      isOpen
      variant="large"
      aria-labelledby="customise"
      aria-describedby="customise-description"
      onClose={onClose}
      onEscapePress={() => {
        if (!dragging.current) onClose();
      }}
    >
      <ModalHeader
        labelId="customise"
        descriptorId="customise-description"
        title={<FormattedMessage id="shortcuts.title" />}
        description={<FormattedMessage id="shortcuts.description" />}
      />
      {groups.data && groups.isFetchedAfterMount && choice.data && defaults.data ? (
        <Choice
          groups={groups.data}
          chosen={choice.data.shortcuts.items}
          defaults={defaults.data.items.map(({ id }) => id)}
          dragging={dragging}
          onClose={onClose}
        />
      ) : (
        <ModalBody>
          {error ? (
            <PartFailed error={error} onRetry={() => queries.forEach((query) => void query.refetch())} />
          ) : (
            <Bullseye>
              <Spinner aria-label={intl.formatMessage({ id: "ui.loading" })} />
            </Bullseye>
          )}
        </ModalBody>
      )}
    </Modal>
  );
}
