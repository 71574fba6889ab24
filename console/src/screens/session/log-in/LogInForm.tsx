import { Button, Form, FormGroup, TextInput } from "@patternfly/react-core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { FormattedMessage } from "react-intl";
import { Alert } from "../../../platform/ui/Alert.tsx";
import { PasswordInput } from "../../../platform/ui/PasswordInput.tsx";

interface LogInFormProps {
  /** What is wrong, in words; undefined when nothing is. A new object is announced anew. */
  problem: ReactNode;
  waiting: boolean;
  onSubmit: (username: string, password: string) => void;
}

export function LogInForm({ problem, waiting, onSubmit }: LogInFormProps) {
  const [password, setPassword] = useState("");
  const [username, setUsername] = useState("");
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  // Typing starts where something is still to be typed; after a refusal that is the password.
  useEffect(() => {
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
      <div aria-live="assertive">{problem && <Alert variant="danger" isInline component="p" title={problem} />}</div>
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
