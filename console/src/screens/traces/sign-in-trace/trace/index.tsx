/** One sign-in at /system/server/sign-in-trace/$id: its requests with every step, and the reason of a failure. */

import { Button, Title } from "@patternfly/react-core";
import DownloadIcon from "@patternfly/react-icons/dist/esm/icons/download-icon";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { FormattedMessage, useIntl } from "react-intl";
import { message } from "../../../../messages.ts";
import { LoadFailed } from "../../../../platform/forms/LoadFailed.tsx";
import { Screen } from "../../../../platform/page/Screen.tsx";
import { useTimestamp } from "../../../../platform/page/useTimestamp.ts";
import { Copyable } from "../../../../platform/ui/Copyable.tsx";
import { Fact, Facts } from "../../../../platform/ui/Facts.tsx";
import { Loading } from "../../../../platform/ui/Loading.tsx";
import { saveFile } from "../../../../platform/ui/saveFile.ts";
import { OutcomeLabel, Setting } from "../Outcome.tsx";
import { type Trace, traceQuery } from "../traces.ts";
import { Step } from "./Step.tsx";
import "../trace.css";

export default function SignInSteps() {
  const intl = useIntl();
  const { id = "" } = useParams({ strict: false });
  const { data: trace, error, refetch } = useQuery(traceQuery(id));
  const title = trace?.user
    ? intl.formatMessage({ id: "signInTrace.titleOf" }, { user: trace.user })
    : intl.formatMessage({ id: "signInTrace.titleOfNobody" });
  return (
    <Screen title={title} breadcrumb={{ last: title }} action={trace && <ExportButton trace={trace} />}>
      {trace ? (
        <div className="hanse-trace">
          <Summary trace={trace} />
          {trace.requests.map((request, index) => (
            <Request key={request.reference} request={request} number={index + 1} />
          ))}
        </div>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading height="24rem" />
      )}
    </Screen>
  );
}

function ExportButton({ trace }: { trace: Trace }) {
  const save = () =>
    saveFile(`sign-in-${trace.id}.json`, new Blob([JSON.stringify(trace, null, 2)], { type: "application/json" }));
  return (
    <Button variant="secondary" icon={<DownloadIcon />} onClick={save}>
      <FormattedMessage id="signInTrace.export" />
    </Button>
  );
}

function Summary({ trace: { outcome, message: reason, client, started, updated } }: { trace: Trace }) {
  const format = useTimestamp();
  return (
    <Facts isHorizontal>
      <Fact term={message("signInTrace.outcome")}>
        <OutcomeLabel outcome={outcome} />
      </Fact>
      <Fact term={message("signInTrace.reason")}>{reason}</Fact>
      <Fact term={message("signInTrace.client")}>{client && <Setting {...client} />}</Fact>
      <Fact term={message("signInTrace.started")}>{format(started)}</Fact>
      <Fact term={message("signInTrace.lastRequest")}>{format(updated)}</Fact>
    </Facts>
  );
}

interface RequestProps {
  request: Trace["requests"][number];
  number: number;
}

function Request({ request: { reference, time, clientAddress, steps }, number }: RequestProps) {
  const intl = useIntl();
  const format = useTimestamp();
  const title = intl.formatMessage({ id: "signInTrace.requestAt" }, { number, time: format(time) });
  return (
    <section aria-label={title}>
      <Title headingLevel="h2" size="lg">
        {title}
      </Title>
      <p className="hanse-trace__facts">
        <FormattedMessage id="signInTrace.reference" />
        {": "}
        <Copyable what={intl.formatMessage({ id: "signInTrace.reference" })} value={reference} />
        {clientAddress && <FormattedMessage id="signInTrace.from" values={{ address: clientAddress }} />}
      </p>
      <ol className="hanse-trace__steps">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a request never change.
          <Step key={index} step={step} />
        ))}
      </ol>
    </section>
  );
}
