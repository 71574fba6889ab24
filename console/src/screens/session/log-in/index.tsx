/** The log-in screen at /login. */
import { Button, Card, CardBody, Form, FormGroup, TextInput, Title } from "@patternfly/react-core";
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { ApiError, isUnreachable } from "../../../platform/api/errors.ts";
import { targetAfterLogin } from "../../../platform/api/leave.ts";
import { logIn } from "../../../platform/api/session.ts";
import { listen, reportSession } from "../../../platform/session/tabs.ts";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { PasswordInput } from "../../../platform/ui/PasswordInput.tsx";
import { RequestId } from "../../../platform/ui/RequestId.tsx";
import { Seal } from "../../../platform/ui/Seal.tsx";
import "./log-in.css";

/** A message: the reason from the log-out service, missing input, or a failed attempt. */
type Problem = { kind: "unauthorized" } | { kind: "missing" } | { kind: "failure"; error: unknown };

export default function LogIn() {
  const intl = useIntl();
  const [problem, setProblem] = useState<Problem | undefined>(() =>
    new URLSearchParams(window.location.search).get("reason") === "unauthorized" ? { kind: "unauthorized" } : undefined,
  );
  const [waiting, setWaiting] = useState(false);
  const consoleTitle = configuredTitle() || intl.formatMessage({ id: "logIn.product" });

  // Another tab signed in: this tab returns to the page where it was.
  useEffect(() => listen((event) => event === "begun" && enter()), []);

  useEffect(() => {
    document.title = [intl.formatMessage({ id: "logIn.title" }), consoleTitle].join(" · ");
  }, [intl, consoleTitle]);

  async function submit(username: string, password: string) {
    if (!username || !password) return setProblem({ kind: "missing" });
    setWaiting(true);
    setProblem(undefined);
    try {
      await logIn(username, password);
      reportSession("begun");
      enter();
    } catch (error) {
      setProblem({ kind: "failure", error });
      setWaiting(false);
    }
  }

  return (
    <main className="hanse-log-in">
      <Card className="hanse-log-in__card" isLarge>
        <CardBody>
          <header className="hanse-log-in__header">
            <Seal size="lg" />
            <div>
              <Title headingLevel="h1" size="2xl">
                {consoleTitle}
              </Title>
              <p>{intl.formatMessage({ id: "logIn.purpose" })}</p>
            </div>
          </header>
          <LogInForm problem={problem && <ProblemText problem={problem} />} waiting={waiting} onSubmit={submit} />
        </CardBody>
      </Card>
    </main>
  );
}

/** The title of the console, which the server wrote into the page, because there is no session to request it with. */
function configuredTitle(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
}

/** Loads a new page: the console starts from the session of the new cookie. */
function enter(): void {
  window.location.replace(targetAfterLogin(window.location.search, window.location.origin));
}

function ProblemText({ problem }: { problem: Problem }) {
  if (problem.kind !== "failure") return <FormattedMessage id={`logIn.${problem.kind}`} />;
  const { error } = problem;
  if (!(error instanceof ApiError) || isUnreachable(error)) return <FormattedMessage id="logIn.unreachable" />;
  // One text for an unknown account and a wrong password: the screen must not reveal which accounts exist.
  if (error.status === 401) return <FormattedMessage id="logIn.refused" />;
  if (error.status === 429)
    return <FormattedMessage id="logIn.throttled" values={{ seconds: error.retryAfter ?? 0 }} />;
  return (
    <>
      <FormattedMessage id="logIn.failed" values={{ message: error.message }} /> <RequestId id={error.requestId} />
    </>
  );
}

interface LogInFormProps {
  /** The error text; undefined if there is none. A new object is announced again. */
  problem: ReactNode;
  waiting: boolean;
  onSubmit: (username: string, password: string) => void;
}

function LogInForm({ problem, waiting, onSubmit }: LogInFormProps) {
  const [password, setPassword] = useState("");
  const [username, setUsername] = useState("");
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  // The focus starts in the first empty field; after a refusal, in the password field. This happens before the screen is
  // painted: selected later, what a user has typed meanwhile would be replaced by the next letter.
  useLayoutEffect(() => {
    const input = problem && usernameInput.current?.value ? passwordInput.current : usernameInput.current;
    input?.focus();
    input?.select();
  }, [problem]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!waiting) onSubmit(username, password);
  }

  return (
    <Form onSubmit={submit} noValidate>
      <div aria-live="assertive">{problem && <Alert variant="danger" title={problem} />}</div>
      <FormGroup label={<FormattedMessage id="ui.username" />} fieldId="username">
        <TextInput
          id="username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          ref={usernameInput}
          value={username}
          onChange={(_, value) => setUsername(value)}
        />
      </FormGroup>
      <FormGroup label={<FormattedMessage id="ui.password" />} fieldId="password">
        <PasswordInput
          id="password"
          name="password"
          autoComplete="current-password"
          ref={passwordInput}
          value={password}
          onChange={(_, value) => setPassword(value)}
        />
      </FormGroup>
      <Button type="submit" isBlock isLoading={waiting} isAriaDisabled={waiting}>
        <FormattedMessage id="logIn.title" />
      </Button>
    </Form>
  );
}
