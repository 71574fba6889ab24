import { FormattedMessage } from "react-intl";
import { type Message, message } from "../../../../messages.ts";
import { Alert } from "../../../../platform/ui/Alert.tsx";
import { Fact, Facts } from "../../../../platform/ui/Facts.tsx";
import { Setting } from "../Outcome.tsx";
import type { TraceStep } from "../traces.ts";

const KINDS: Readonly<Record<TraceStep["kind"], Message>> = {
  REQUEST: message("signInTrace.kindRequest"),
  ADAPTER: message("signInTrace.kindAdapter"),
  SELECTOR: message("signInTrace.kindSelector"),
  FRAGMENT: message("signInTrace.kindFragment"),
  CONTRACT: message("signInTrace.kindContract"),
  DONE: message("signInTrace.kindDone"),
  CONTINUE: message("signInTrace.kindContinue"),
  RESTART: message("signInTrace.kindRestart"),
  PAGE: message("signInTrace.kindPage"),
  REDIRECT: message("signInTrace.kindRedirect"),
  SIGNED_IN: message("signInTrace.kindSignedIn"),
  GRANT_MAPPING: message("signInTrace.kindGrantMapping"),
  CONSENT: message("signInTrace.kindConsent"),
  ANSWER: message("signInTrace.kindAnswer"),
  FAILURE: message("signInTrace.kindFailure"),
};

/** One step: what it is about, its result, the attributes before and after it, and the reason if it failed. */
export function Step({
  step: { kind, target, policy, depth, result, reason, message: text, cause, before, after },
}: {
  step: TraceStep;
}) {
  return (
    <li className={depth > 1 ? "hanse-trace__step hanse-trace__step--nested" : "hanse-trace__step"}>
      <p>
        <strong>
          <FormattedMessage {...KINDS[kind]} />
        </strong>
        {target && (
          <>
            {" "}
            <Setting {...target} />
          </>
        )}
        {result && (
          <>
            {" → "}
            <code>{result}</code>
          </>
        )}
      </p>
      {policy && (
        <p className="hanse-trace__facts">
          <FormattedMessage id="signInTrace.inPolicy" values={{ policy: <Setting {...policy} /> }} />
        </p>
      )}
      {text && (
        <Alert
          variant={reason ? "danger" : "warning"}
          title={text}
          actionLinks={
            cause?.page && <FormattedMessage id="signInTrace.cause" values={{ setting: <Setting {...cause} /> }} />
          }
        />
      )}
      <Attributes title={message("signInTrace.before")} attributes={before} />
      <Attributes title={message("signInTrace.after")} attributes={after} />
    </li>
  );
}

function Attributes({ title, attributes }: { title: Message; attributes: TraceStep["before"] }) {
  if (attributes.length === 0) return null;
  return (
    <div className="hanse-trace__attributes">
      <p className="hanse-trace__facts">
        <FormattedMessage {...title} />
      </p>
      <Facts isHorizontal>
        {attributes.map(({ name, values }) => (
          <Fact key={name} term={name}>
            {values.length ? values.join(", ") : <FormattedMessage id="signInTrace.notRecorded" />}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
