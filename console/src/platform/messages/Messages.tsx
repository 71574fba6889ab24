/**
 * The message area: success and info for 5,000 ms, errors until dismissed (specification 3, section 9). It is a live
 * region from the start, so that assistive technology announces what appears in it.
 */
import { AlertActionCloseButton, AlertGroup } from "@patternfly/react-core";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { messageOf, requestIdOf } from "../forms/LoadFailed.tsx";
import { Alert } from "../ui/Alert.tsx";
import { RequestId } from "../ui/RequestId.tsx";
import "./messages.css";

const SHOWN_MS = 5000;
const AREA = "hanse-messages";

interface Message {
  key: number;
  variant: "success" | "info" | "danger";
  title: string;
  requestId?: string | undefined;
}

export interface Messages {
  /** The default text is 'Settings saved.' (specification 1, section 8). */
  success: (title?: string) => void;
  info: (title: string) => void;
  /** A text, or the error of a call, which has its own message and request ID. `title` replaces the message. */
  error: (problem: unknown, title?: string) => void;
  /** Removes the errors when the user tries again. */
  clearErrors: () => void;
}

const MessagesContext = createContext<Messages | undefined>(undefined);

export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (!messages) throw new Error("useMessages is used outside MessagesProvider");
  return messages;
}

export function MessagesProvider({ children }: { children: ReactNode }) {
  const intl = useIntl();
  const [shown, setShown] = useState<Message[]>([]);
  const nextKey = useRef(0);

  /** Adds a message. An equal one is removed, so that the new one is announced and shown only once. */
  const add = useCallback((message: Omit<Message, "key">) => {
    nextKey.current += 1;
    const key = nextKey.current;
    const isSame = ({ variant, title }: Message) => variant === message.variant && title === message.title;
    // A success removes earlier errors.
    const isOver = ({ variant }: Message) => message.variant === "success" && variant === "danger";
    setShown((before) => [...before.filter((one) => !isSame(one) && !isOver(one)), { ...message, key }]);
  }, []);
  const clearErrors = useCallback(
    // Returns the same list if there is none, so that nothing renders.
    () => setShown((before) => (before.some(isError) ? before.filter((one) => !isError(one)) : before)),
    [],
  );
  useSpaceBelowPage(shown);
  const remove = useCallback((key: number) => setShown((before) => before.filter((one) => one.key !== key)), []);

  const messages = useMemo<Messages>(
    () => ({
      success: (title) => add({ variant: "success", title: title ?? intl.formatMessage({ id: "messages.saved" }) }),
      info: (title) => add({ variant: "info", title }),
      error: (problem, title) => {
        const own = messageOf(problem, intl);
        add({ variant: "danger", title: title ?? own, requestId: requestIdOf(problem) });
      },
      clearErrors,
    }),
    [add, clearErrors, intl],
  );

  return (
    <MessagesContext value={messages}>
      {children}
      <AlertGroup className={AREA} isToast isLiveRegion aria-label={intl.formatMessage({ id: "messages.area" })}>
        {shown.map(({ key, variant, title, requestId }) => (
          <Alert
            isInline={false}
            key={key}
            variant={variant}
            title={title}
            timeout={variant === "danger" ? false : SHOWN_MS}
            onTimeout={() => remove(key)}
            actionClose={
              <AlertActionCloseButton
                aria-label={intl.formatMessage({ id: "messages.close" }, { title })}
                onClose={() => remove(key)}
              />
            }
          >
            <RequestId id={requestId} />
          </Alert>
        ))}
      </AlertGroup>
    </MessagesContext>
  );
}

/** Ends the page above the messages, so that they never cover a control. */
function useSpaceBelowPage(shown: readonly Message[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: PatternFly makes the area's element after the first rendering.
  useLayoutEffect(() => {
    const area = document.querySelector<HTMLElement>(`.${AREA}`);
    if (!area) return;
    const observer = new ResizeObserver(() => setSpace(area.offsetHeight));
    observer.observe(area);
    return () => observer.disconnect();
  }, [shown]);
  useLayoutEffect(() => () => setSpace(0), []);
}

function setSpace(height: number) {
  document.documentElement.style.setProperty("--hanse--messages", `${height}px`);
}

function isError({ variant }: Message): boolean {
  return variant === "danger";
}
