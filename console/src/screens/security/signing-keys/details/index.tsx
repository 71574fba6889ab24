/** One key pair: what its certificate says, where it is used, and what can be done with it. */

import { Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useIntl } from "react-intl";
import { CryptoNotice } from "../../../../features/keys/CryptoNotice.tsx";
import { nameOf } from "../../../../features/keys/certificate.ts";
import { paths } from "../../../../paths.ts";
import { LoadFailed } from "../../../../platform/forms/LoadFailed.tsx";
import { useAccess } from "../../../../platform/page/pageInfo.ts";
import { Screen } from "../../../../platform/page/Screen.tsx";
import { keyPairQuery } from "../api.ts";
import { useTasks } from "../dialogs/useTasks.tsx";
import { KeyMenu } from "../KeyMenu.tsx";
import { RotationCard } from "../rotation/RotationCard.tsx";
import { StatusLabels } from "../StatusLabel.tsx";
import { Facts } from "./Facts.tsx";
import "../signing-keys.css";

// Holds the line of the labels, so that nothing jumps when they come.
const NOTHING_YET = "\u00a0";

export default function KeyPairDetails() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  return <Details id={id} />;
}

export function Details({ id }: { id: string }) {
  const navigate = useNavigate();
  const editable = useAccess() === "editable";
  const { data: pair, error, refetch } = useQuery(keyPairQuery(id));
  const tasks = useTasks(() => void navigate({ to: paths.signingKeys }));
  const [now] = useState(() => Date.now());
  const title = pair ? nameOf(pair) : id;
  return (
    <Screen
      title={title}
      description={pair ? <StatusLabels pair={pair} now={now} /> : <span aria-hidden="true">{NOTHING_YET}</span>}
      action={pair && <KeyMenu pair={pair} mayChange={editable} onTask={tasks.start} />}
    >
      <div className="hanse-keys">
        <CryptoNotice />
        {pair && (
          <Facts
            pair={pair}
            now={now}
            rotation={<RotationCard pair={pair} mayChange={editable} onTask={tasks.start} />}
          />
        )}
        {!pair && (error ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <DetailsSkeleton />)}
      </div>
      {tasks.dialog}
    </Screen>
  );
}

function DetailsSkeleton() {
  const intl = useIntl();
  return (
    <div className="hanse-keys__columns">
      <Skeleton height="24rem" screenreaderText={intl.formatMessage({ id: "ui.loading" })} />
      <Skeleton height="12rem" />
    </div>
  );
}
