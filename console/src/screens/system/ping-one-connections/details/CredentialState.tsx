import { Button, Label } from "@patternfly/react-core";
import CheckCircleIcon from "@patternfly/react-icons/dist/esm/icons/check-circle-icon";
import ExclamationCircleIcon from "@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon";
import QuestionCircleIcon from "@patternfly/react-icons/dist/esm/icons/question-circle-icon";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../../messages.ts";
import { paths } from "../../../../paths.ts";
import { messageOf } from "../../../../platform/forms/LoadFailed.tsx";
import { credentialStatusQuery } from "../api.ts";
import { Asking } from "./Asking.tsx";

const LOOKS = {
  VALID: { status: "success", icon: <CheckCircleIcon /> },
  INVALID: { status: "danger", icon: <ExclamationCircleIcon /> },
  UNKNOWN: { status: "warning", icon: <QuestionCircleIcon /> },
} as const;

interface CredentialStateProps {
  id: string;
  /** Whether it is time to ask. */
  ready: boolean;
  editable: boolean;
}

/** Whether the cloud accepts the credential; when it does not, or nobody knows, why and what can be done. */
export function CredentialState({ id, ready, editable }: CredentialStateProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery({ ...credentialStatusQuery(id), enabled: ready });
  const waiting = isFetching || !ready;
  const status = toStatus(error ? undefined : data?.pingOneCredentialStatus);
  const reason = error ? messageOf(error, intl) : data?.message;
  return (
    <div className="hanse-connection__credential">
      <div className="hanse-connection__state" role="status">
        {waiting ? (
          <Asking what={message("pingOneConnections.checking")} />
        ) : (
          <>
            <Label {...LOOKS[status]}>
              <FormattedMessage id={`pingOneConnections.${status}`} />
            </Label>
            {reason && <span>{reason}</span>}
          </>
        )}
      </div>
      {!waiting && (
        <div className="hanse-connection__remedies">
          <Button variant="link" isInline onClick={() => void refetch()}>
            <FormattedMessage id="pingOneConnections.checkAgain" />
          </Button>
          {editable && status === "INVALID" && (
            <Button
              variant="link"
              isInline
              onClick={() => void navigate({ to: paths.pingOneConnectionEdit, params: { id }, search: true })}
            >
              <FormattedMessage id="pingOneConnections.replace" />
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Anything but the two that are known is unknown (specification 1, section 3). */
function toStatus(said: string | undefined): keyof typeof LOOKS {
  return said === "VALID" || said === "INVALID" ? said : "UNKNOWN";
}
