/** Sign-in trace at /system/server/sign-in-trace: sign-ins, found by user, client, reference number and time. */

import {
  Button,
  EmptyState,
  EmptyStateBody,
  Form,
  FormGroup,
  FormSelect,
  FormSelectOption,
} from "@patternfly/react-core";
import SearchIcon from "@patternfly/react-icons/dist/esm/icons/search-icon";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { type Message, message } from "../../../messages.ts";
import { paths } from "../../../paths.ts";
import { TextField } from "../../../platform/forms/fields/fields.tsx";
import { LoadFailed } from "../../../platform/forms/LoadFailed.tsx";
import { Screen } from "../../../platform/page/Screen.tsx";
import { useTimestamp } from "../../../platform/page/useTimestamp.ts";
import { Loading } from "../../../platform/ui/Loading.tsx";
import { DataTable } from "../../../platform/ui/table/DataTable.tsx";
import { OUTCOME_TEXTS, OutcomeLabel, Setting } from "./Outcome.tsx";
import { OUTCOMES, PERIODS, type TraceSearch, type TraceSummary, traceSearch, tracesQuery } from "./traces.ts";
import "./trace.css";

export default function SignInTrace() {
  const search = traceSearch(useSearch({ strict: false }));
  return (
    <Screen>
      <div className="hanse-trace">
        <Search key={JSON.stringify(search)} search={search} />
        <Found search={search} />
      </div>
    </Screen>
  );
}

const PERIOD_TEXTS: Readonly<Record<(typeof PERIODS)[number], Message>> = {
  1: message("signInTrace.lastHour"),
  24: message("signInTrace.lastDay"),
  168: message("signInTrace.lastWeek"),
};

/** The search form. Values must match exactly, so nothing is searched while the user types. */
function Search({ search }: { search: TraceSearch }) {
  const navigate = useNavigate();
  const { register, handleSubmit, watch, setValue } = useForm<Record<keyof TraceSearch, string>>({
    defaultValues: { user: "", client: "", reference: "", outcome: "", ...search, hours: String(search.hours ?? "") },
  });
  const choice = (name: "outcome" | "hours") => ({
    name,
    value: watch(name),
    onChange: (value: string) => setValue(name, value),
  });
  const submit = handleSubmit((values) => navigate({ to: paths.signInTrace, search: traceSearch(values) }));
  return (
    <Form className="hanse-trace__search" role="search" onSubmit={(event) => void submit(event)} noValidate>
      <TextField field={register("user")} label={<FormattedMessage id="signInTrace.user" />} error={undefined} />
      <TextField field={register("client")} label={<FormattedMessage id="signInTrace.clientId" />} error={undefined} />
      <TextField
        field={register("reference")}
        label={<FormattedMessage id="signInTrace.reference" />}
        error={undefined}
      />
      <Choice
        {...choice("outcome")}
        label={message("signInTrace.outcome")}
        choices={OUTCOMES.map((one) => [one, OUTCOME_TEXTS[one]])}
      />
      <Choice
        {...choice("hours")}
        label={message("signInTrace.period")}
        choices={PERIODS.map((one) => [String(one), PERIOD_TEXTS[one]])}
      />
      <div className="hanse-trace__button">
        <Button type="submit">
          <FormattedMessage id="signInTrace.search" />
        </Button>
      </div>
    </Form>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  onChange: (value: string) => void;
  label: Message;
  choices: readonly (readonly [string, Message])[];
}

/** A list to choose one value from, or all. */
function Choice({ name, value, onChange, label, choices }: ChoiceProps) {
  const intl = useIntl();
  return (
    <FormGroup label={<FormattedMessage {...label} />} fieldId={name}>
      <FormSelect id={name} value={value} onChange={(_, chosen) => onChange(chosen)}>
        <FormSelectOption value="" label={intl.formatMessage({ id: "signInTrace.all" })} />
        {choices.map(([one, text]) => (
          <FormSelectOption key={one} value={one} label={intl.formatMessage(text)} />
        ))}
      </FormSelect>
    </FormGroup>
  );
}

function Found({ search }: { search: TraceSearch }) {
  const query = useInfiniteQuery(tracesQuery(search));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const traces = data?.pages.flatMap(({ items }) => items);
  if (error && !traces) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!traces) return <Loading height="12rem" />;
  if (traces.length === 0) {
    return (
      <EmptyState icon={SearchIcon} headingLevel="h2" titleText={<FormattedMessage id="signInTrace.emptyTitle" />}>
        <EmptyStateBody>
          <FormattedMessage id="signInTrace.emptyBody" />
        </EmptyStateBody>
      </EmptyState>
    );
  }
  return (
    <>
      <TraceTable traces={traces} />
      {error && <LoadFailed error={error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <div>
          <Button variant="secondary" isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <FormattedMessage id="choice.more" />
          </Button>
        </div>
      )}
    </>
  );
}

function TraceTable({ traces }: { traces: readonly TraceSummary[] }) {
  const intl = useIntl();
  const format = useTimestamp();
  return (
    <DataTable
      aria-label={intl.formatMessage({ id: "signInTrace.title" })}
      gridBreakPoint="grid-xl"
      rows={traces}
      keyOf={({ id }) => id}
      columns={[
        {
          head: message("signInTrace.started"),
          cell: ({ id, started }) => (
            <Link to={paths.signInTraceSteps} params={{ id }}>
              <time dateTime={started}>{format(started)}</time>
            </Link>
          ),
        },
        { head: message("signInTrace.user"), cell: ({ user }) => user || "–", className: "pf-m-break-word" },
        {
          head: message("signInTrace.client"),
          cell: ({ client }) => (client ? <Setting {...client} /> : "–"),
          className: "pf-m-break-word",
        },
        { head: message("signInTrace.outcome"), cell: ({ outcome }) => <OutcomeLabel outcome={outcome} /> },
        {
          head: message("signInTrace.reason"),
          cell: ({ message: reason }) => reason || "–",
          className: "pf-m-break-word",
        },
      ]}
    />
  );
}
