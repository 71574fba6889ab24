import { Button, Popover } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { consoleInfoQuery } from "../../../features/nodes/consoleInfo.ts";
import { message } from "../../../messages.ts";
import { useMessages } from "../../../platform/messages/Messages.tsx";
import { statusQuery, switchToActive } from "./api.ts";

/** Tells the page that comes after the one that was loaded again what happened before. */
const SWITCHED = "hanse.switched";

interface SwitchToActiveProps {
  /** Where the active console is, if it is running. */
  active: string | undefined;
  etag: string | undefined;
}

/** The button of a passive console. It asks first: somebody may be working on the active one. */
export function SwitchToActive({ active, etag }: SwitchToActiveProps) {
  const intl = useIntl();
  const messages = useMessages();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const change = useMutation({
    mutationFn: () => switchToActive(etag),
    onSuccess: () => {
      window.sessionStorage.setItem(SWITCHED, "yes");
      window.location.reload();
    },
    onError: (error) => {
      messages.error(error, intl.formatMessage({ id: "clusterManagement.switchFailed" }));
      // Whoever was faster is shown, and known of at the next try.
      void client.invalidateQueries({ queryKey: consoleInfoQuery.queryKey });
      void client.invalidateQueries({ queryKey: statusQuery.queryKey });
    },
    onSettled: () => setAsks(false),
  });
  return (
    <Popover
      isVisible={asks}
      shouldOpen={() => setAsks(true)}
      shouldClose={() => setAsks(false)}
      withFocusTrap
      showClose={false}
      appendTo="inline"
      position="bottom-end"
      // Above it, where there is little room, the masthead would lie over the question.
      flipBehavior={["bottom-end", "bottom-start", "bottom"]}
      aria-label={intl.formatMessage({ id: "clusterManagement.switchTitle" })}
      // All of it is the body: header and footer of a Popover are landmarks of the page, which has its own.
      bodyContent={
        <div className="hanse-cluster__confirm">
          <h2>
            <FormattedMessage id="clusterManagement.switchTitle" />
          </h2>
          <p>
            <FormattedMessage
              {...(active ? message("clusterManagement.switchBody") : message("clusterManagement.switchBodyAlone"))}
              values={{ address: <strong>{active}</strong> }}
            />
          </p>
          <div className="hanse-cluster__actions">
            <Button
              size="sm"
              isLoading={change.isPending}
              isDisabled={change.isPending}
              onClick={() => change.mutate()}
            >
              <FormattedMessage id="clusterManagement.switch" />
            </Button>
            <Button size="sm" variant="secondary" onClick={() => setAsks(false)}>
              <FormattedMessage id="forms.cancel" />
            </Button>
          </div>
        </div>
      }
    >
      <Button>
        <FormattedMessage id="clusterManagement.switch" />
      </Button>
    </Popover>
  );
}

/** Says after the page was loaded again that the switch before was made. */
export function useSwitched(): void {
  const intl = useIntl();
  const messages = useMessages();
  useEffect(() => {
    if (window.sessionStorage.getItem(SWITCHED) === null) return;
    window.sessionStorage.removeItem(SWITCHED);
    messages.success(intl.formatMessage({ id: "clusterManagement.switched" }));
  }, [intl, messages]);
}
