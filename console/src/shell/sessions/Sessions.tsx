/** The dialog that shows one's own sessions and ends them; it is a bundle of its own. */

import { Button, ModalBody, ModalFooter, ModalHeader, Skeleton } from "@patternfly/react-core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { ApiError, isUnreachable } from "../../platform/api/errors.ts";
import { Alert } from "../../platform/ui/Alert.tsx";
import { Modal } from "../../platform/ui/Modal.tsx";
import { RequestId } from "../../platform/ui/RequestId.tsx";
import { endOtherSessions, endSession, type OwnSession, sessionsQuery } from "./api.ts";
import { SessionTable } from "./SessionTable.tsx";
import "./sessions.css";

export function Sessions({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const { data: sessions, error: unread, refetch } = useQuery(sessionsQuery);
  const [said, setSaid] = useState("");
  const status = useRef<HTMLParagraphElement>(null);
  const {
    mutate: end,
    isPending,
    error: refused,
  } = useMutation({
    mutationFn: (session: OwnSession | "others") =>
      session === "others" ? endOtherSessions() : endSession(session.id),
    onMutate: () => setSaid(""),
    onSuccess: (_, session) => {
      const { address } = session === "others" ? { address: "" } : session;
      setSaid(
        intl.formatMessage(session === "others" ? message("sessions.othersEnded") : message("sessions.ended"), {
          address,
        }),
      );
    },
    // Read anew before anything is said, also when it failed: what was to end may have ended by itself.
    onSettled: async (_, failure) => {
      await refetch();
      // The button that had the focus is gone with its row.
      if (!failure) status.current?.focus();
    },
  });
  const failure = refused ?? unread;
  const hasOthers = sessions?.some(({ current }) => !current) ?? false;

  return (
    <Modal isOpen variant="medium" aria-labelledby="sessions" aria-describedby="sessions-description" onClose={onClose}>
      <ModalHeader
        labelId="sessions"
        descriptorId="sessions-description"
        title={<FormattedMessage id="sessions.title" />}
        description={<FormattedMessage id="sessions.description" />}
      />
      <ModalBody className="hanse-sessions">
        {failure && <Failure error={failure} isUnread={!refused} onRetry={() => void refetch()} />}
        <p role="status" ref={status} tabIndex={-1} className="hanse-sessions__said">
          {said}
        </p>
        {sessions && <SessionTable sessions={sessions} busy={isPending} onEnd={end} />}
        {!sessions && !unread && <Skeleton height="7rem" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />}
      </ModalBody>
      <ModalFooter>
        <Button variant="primary" onClick={onClose}>
          <FormattedMessage id="search.close" />
        </Button>
        <Button variant="link" isDanger isDisabled={!hasOthers || isPending} onClick={() => end("others")}>
          <FormattedMessage id="sessions.endOthers" />
        </Button>
      </ModalFooter>
    </Modal>
  );
}

function Failure({ error, isUnread, onRetry }: { error: Error; isUnread: boolean; onRetry: () => void }) {
  const intl = useIntl();
  return (
    <Alert
      variant="danger"
      isInline
      isLiveRegion
      component="p"
      title={<FormattedMessage {...(isUnread ? message("sessions.unread") : message("sessions.notEnded"))} />}
      actionLinks={
        isUnread && (
          <Button variant="link" isInline onClick={onRetry}>
            <FormattedMessage id="app.tryAgain" />
          </Button>
        )
      }
    >
      {isUnreachable(error) ? intl.formatMessage({ id: "ui.noAnswer" }) : error.message}
      <RequestId id={error instanceof ApiError ? error.requestId : undefined} />
    </Alert>
  );
}
