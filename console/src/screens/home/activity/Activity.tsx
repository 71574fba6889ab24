/** Sign-ins, failures, tokens and durations of all engines in the last hour or day, as charts or as tables. */
import { Button, Card, CardBody, CardTitle, Title, ToggleGroup, ToggleGroupItem } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { PartFailed } from "../../../platform/forms/LoadFailed.tsx";
import { leavesOf } from "../../../platform/page/navigation.ts";
import { useUiSettings } from "../../../platform/page/uiSettings.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { type EngineFigures, type FigureStep, figuresQuery, PERIODS } from "../api.ts";
import { Bars, Ranking } from "./charts.tsx";
import "./activity.css";

type Measure = Exclude<keyof FigureStep, "begins">;

const MEASURES: Record<Measure, Message> = {
  signedIn: message("home.signedIn"),
  signInFailures: message("home.signInFailures"),
  tokens: message("home.tokens"),
  tokenFailures: message("home.tokenFailures"),
  authorizationMilliseconds: message("home.authorizationDuration"),
  tokenMilliseconds: message("home.tokenDuration"),
};
const NAMES = Object.keys(MEASURES) as Measure[];

export function Activity() {
  const intl = useIntl();
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>("HOUR");
  const [isTable, setTable] = useState(false);
  const { data, error, refetch } = useQuery(figuresQuery(period));
  return (
    <section aria-labelledby="engine-activity" className="hanse-home__part">
      <div className="hanse-home__head">
        <Title headingLevel="h2" size="lg" id="engine-activity">
          <FormattedMessage id="home.activity" />
        </Title>
        <ToggleGroup isCompact aria-label={intl.formatMessage({ id: "home.period" })}>
          {PERIODS.map((each) => (
            <ToggleGroupItem
              key={each}
              text={intl.formatMessage({ id: `home.${each}` })}
              isSelected={each === period}
              onChange={() => setPeriod(each)}
            />
          ))}
        </ToggleGroup>
        <Button variant="link" isInline aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <FormattedMessage id="home.asTable" />
        </Button>
      </div>
      {data && error && <Alert isPlain variant="warning" title={<FormattedMessage id="home.figuresStale" />} />}
      {data ? (
        <Figures figures={data} isTable={isTable} />
      ) : error ? (
        <PartFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Panel title={message("home.signIns")}>
          <Loading height="6rem" />
        </Panel>
      )}
    </section>
  );
}

function Figures({ figures, isTable }: { figures: EngineFigures; isTable: boolean }) {
  const intl = useIntl();
  const time = useTime();
  const { signedIn, signInFailures, tokens, tokenFailures } = figures;
  if (signedIn + signInFailures + tokens + tokenFailures === 0) return <NoActivity />;
  const ranking = (title: Message, counts: EngineFigures["reasons"], none: Message) => (
    <>
      <Title headingLevel="h4" size="md">
        <FormattedMessage {...title} />
      </Title>
      <Ranking counts={counts} none={none} />
    </>
  );
  const reasons = (
    <>
      {ranking(message("home.reasons"), figures.reasons, message("home.noReasons"))}
      {signInFailures > 0 && <FailedSignIns />}
    </>
  );
  const tokenRankings = (
    <>
      {ranking(message("home.grantTypes"), figures.grantTypes, message("home.noTokens"))}
      {ranking(message("home.errors"), figures.errors, message("home.noErrors"))}
    </>
  );
  if (isTable) {
    return (
      <div className="hanse-activity">
        <Card isCompact className="hanse-activity__wide">
          <DataTable
            aria-label={intl.formatMessage({ id: "home.activity" })}
            rows={figures.steps}
            keyOf={(step) => step.begins}
            columns={[
              { head: message("home.begins"), cell: (step) => time(step.begins), isName: true },
              ...NAMES.map((name) => ({
                head: MEASURES[name],
                cell: (step: FigureStep) => shown(intl, name, step[name]),
              })),
            ]}
          />
        </Card>
        <Panel title={message("home.signIns")}>{reasons}</Panel>
        <Panel title={message("home.tokenRequests")}>{tokenRankings}</Panel>
      </div>
    );
  }
  const chart = (...names: Measure[]) => (
    <>
      <dl className="hanse-activity__totals">
        {names.map((name, index) => (
          <div key={name}>
            <dt className={`hanse-activity__key hanse-activity__key--${index}`}>
              <FormattedMessage {...MEASURES[name]} />
            </dt>
            <dd>{shown(intl, name, figures[name])}</dd>
          </div>
        ))}
      </dl>
      <Bars
        label={names.map((name) => intl.formatMessage(MEASURES[name])).join(", ")}
        values={figures.steps.map((step) => names.map((name) => step[name] ?? 0))}
        titles={figures.steps.map((step) =>
          [time(step.begins), ...names.map((name) => shown(intl, name, step[name]))].join(" · "),
        )}
        ends={[time(figures.steps[0]?.begins), time(figures.steps.at(-1)?.begins)]}
      />
    </>
  );
  return (
    <div className="hanse-activity">
      <Panel title={message("home.signIns")}>
        {chart("signedIn", "signInFailures")}
        {reasons}
      </Panel>
      <Panel title={message("home.tokenRequests")}>
        {chart("tokens", "tokenFailures")}
        {tokenRankings}
      </Panel>
      <Panel title={message("home.durations")}>
        {chart("authorizationMilliseconds")}
        {chart("tokenMilliseconds")}
      </Panel>
    </div>
  );
}

function Panel({ title, children }: { title: Message; children: ReactNode }) {
  return (
    <Card isCompact isFullHeight>
      <CardTitle component="h3">
        <FormattedMessage {...title} />
      </CardTitle>
      <CardBody className="hanse-activity__body">{children}</CardBody>
    </Card>
  );
}

/** Links administrators who can open the sign-in trace to its failed sign-ins. */
function FailedSignIns() {
  const { settings } = useUiSettings();
  const traces = settings?.navTree.flatMap(leavesOf).find(({ id }) => id === "signInTrace");
  if (!traces) return null;
  // A frame page, whose search the router does not know.
  const failed = { outcome: "FAILED" } as never;
  return (
    <Link to={traces.path} search={failed}>
      <FormattedMessage id="home.failedSignIns" />
    </Link>
  );
}

function NoActivity() {
  return (
    <Card isCompact>
      <CardBody>
        <Title headingLevel="h3" size="md">
          <FormattedMessage id="home.noActivity" />
        </Title>
        <p className="hanse-home__quiet">
          <FormattedMessage id="home.noActivityBody" />
        </p>
      </CardBody>
    </Card>
  );
}

/** Formats the time of a step in the configured time zone. */
function useTime(): (moment?: string) => string {
  const intl = useIntl();
  const { settings } = useUiSettings();
  const timeZone = settings?.timezone || "UTC";
  return (moment) => (moment ? intl.formatTime(moment, { timeZone, hour: "2-digit", minute: "2-digit" }) : "");
}

function shown(intl: IntlShape, name: Measure, value: number | null | undefined): string {
  if (typeof value !== "number") return "–";
  const number = intl.formatNumber(value);
  return name.endsWith("Milliseconds") ? `${number} ms` : number;
}
