/** The dialog that lists one's own sessions and ends them. It is a separate bundle. */

import { Button, Label, ModalBody, ModalFooter } from "@patternfly/react-core";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../messages.ts";
import { admin } from "../../platform/api/client.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { body } from "../../platform/api/transport.ts";
import { PartFailed } from "../../platform/forms/LoadFailed.tsx";
import { useTimestamp } from "../../platform/page/useTimestamp.ts";
import { Loading } from "../../platform/ui/Loading.tsx";
import { Modal } from "../../platform/ui/Modal.tsx";
import { DataTable } from "../../platform/ui/table/DataTable.tsx";
import "./sessions.css";

export function Sessions({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const { data: sessions, error: unread, refetch } = useQuery(sessionsQuery);
  const [announcement, setAnnouncement] = useState("");
  const status = useRef<HTMLParagraphElement>(null);
  const {
    mutate: end,
    isPending,
    error: refused,
  } = useMutation({
    mutationFn: (session: OwnSession | "others") =>
      session === "others" ? endOtherSessions() : endSession(session.id),
    onMutate: () => setAnnouncement(""),
    onSuccess: (_, session) => {
      const { address } = session === "others" ? { address: "" } : session;
      setAnnouncement(
        intl.formatMessage(session === "others" ? message("sessions.othersEnded") : message("sessions.ended"), {
          address,
        }),
      );
    },
    // The list is read again first, also after a failure: the session may have ended on its own.
    onSettled: async (_, failure) => {
      await refetch();
      // The button that had the focus was removed with its row.
      if (!failure) status.current?.focus();
    },
  });
  const failure = refused ?? unread;
  const hasOthers = sessions?.some(({ current }) => !current) ?? false;

  return (
    <Modal
      variant="medium"
      titleId="sessions"
      title={<FormattedMessage id="sessions.title" />}
      description={<FormattedMessage id="sessions.description" />}
      onClose={onClose}
    >
      <ModalBody className="hanse-sessions">
        {failure && (
          <PartFailed
            title={<FormattedMessage {...(refused ? message("sessions.notEnded") : message("sessions.unread"))} />}
            error={failure}
            onRetry={refused ? undefined : () => void refetch()}
          />
        )}
        <p role="status" ref={status} tabIndex={-1} className="hanse-sessions__status">
          {announcement}
        </p>
        {sessions && <SessionTable sessions={sessions} busy={isPending} onEnd={end} />}
        {!sessions && !unread && <Loading height="7rem" />}
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

interface SessionTableProps {
  sessions: readonly OwnSession[];
  /** True while a session is being ended. */
  busy: boolean;
  onEnd: (session: OwnSession) => void;
}

/** One row for each session; a card on a narrow screen. The current one has no button, because signing out ends it. */
function SessionTable({ sessions, busy, onEnd }: SessionTableProps) {
  const intl = useIntl();
  const timestamp = useTimestamp();
  const moment = (when: string) => <time dateTime={when}>{timestamp(when)}</time>;
  return (
    <DataTable
      aria-label={intl.formatMessage({ id: "sessions.title" })}
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        { head: message("sessions.from"), cell: ({ address }) => address, isName: true },
        { head: message("sessions.created"), cell: ({ created }) => moment(created) },
        { head: message("sessions.lastUsed"), cell: ({ lastUsed }) => moment(lastUsed) },
        {
          head: message("sessions.end"),
          isHeadHidden: true,
          className: "hanse-sessions__action",
          cell: (session) =>
            session.current ? (
              <Label color="green" isCompact>
                <FormattedMessage id="sessions.current" />
              </Label>
            ) : (
              <Button
                variant="link"
                isInline
                isDanger
                isDisabled={busy}
                aria-label={intl.formatMessage(
                  { id: "sessions.endOne" },
                  { address: session.address, lastUsed: timestamp(session.lastUsed) },
                )}
                onClick={() => onEnd(session)}
              >
                <FormattedMessage id="sessions.end" />
              </Button>
            ),
        },
      ]}
    />
  );
}

export type OwnSession = components["schemas"]["OwnSession"];

/** One's own sessions, the current one first. Never cached, because sessions start and end elsewhere. */
const sessionsQuery = queryOptions({
  queryKey: ["ownSessions"],
  queryFn: async (): Promise<readonly OwnSession[]> => {
    const { items } = await body(admin.GET("/internal/user/sessions"));
    return items.toSorted((one, other) => Number(other.current) - Number(one.current));
  },
  gcTime: 0,
});

async function endSession(id: string): Promise<void> {
  await body(admin.DELETE("/internal/user/sessions/{id}", { params: { path: { id } } }));
}

async function endOtherSessions(): Promise<void> {
  await body(admin.DELETE("/internal/user/sessions"));
}
