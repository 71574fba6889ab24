/**
 * The error of a failed call: the server's `ApiResult` with the status and the request ID. A call that received no
 * answer has status 0.
 */

export interface ValidationError {
  errorId: string;
  message: string;
  fieldPath?: string | null;
}

export interface Conflict {
  /** The stored value, in the shape that the read returns. */
  current: Record<string, unknown>;
  revision: number;
}

export interface ApiErrorParts {
  status: number;
  resultId: string;
  message: string;
  validationErrors?: ValidationError[];
  requestId?: string | undefined;
  /** Seconds to wait, from Retry-After. */
  retryAfter?: number | undefined;
  conflict?: Conflict | undefined;
  isUnexplained?: boolean;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly resultId: string;
  readonly validationErrors: readonly ValidationError[];
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly conflict: Conflict | undefined;
  /** True if the answer had no message: `message` is then not meant for users. */
  readonly isUnexplained: boolean;

  constructor(parts: ApiErrorParts) {
    super(parts.message);
    this.status = parts.status;
    this.resultId = parts.resultId;
    this.validationErrors = parts.validationErrors ?? [];
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
    this.conflict = parts.conflict;
    this.isUnexplained = parts.isUnexplained ?? false;
  }
}

/** True when the server gave no answer: it is down, restarting, or the network is away. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

const SERVICE_UNAVAILABLE = 503;

/** True if the server answers that its database cannot be reached, so that it cannot check the session. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.status === SERVICE_UNAVAILABLE;
}

/** Turns an unsuccessful answer into an error; `body` is the parsed body, of any type. */
export function toApiError(response: Response, body: unknown): ApiError {
  const result = isRecord(body) ? body : {};
  return new ApiError({
    status: response.status,
    resultId: typeof result.resultId === "string" ? result.resultId : "unexpected_answer",
    isUnexplained: typeof result.message !== "string",
    message: typeof result.message === "string" ? result.message : response.statusText || String(response.status),
    validationErrors: Array.isArray(result.validationErrors) ? result.validationErrors.filter(isValidationError) : [],
    requestId: response.headers.get("X-Request-Id") ?? undefined,
    retryAfter: toSeconds(response.headers.get("Retry-After")),
    conflict: toConflict(response.status, result),
  });
}

/** RFC 9110, section 10.2.3: Retry-After is a number of seconds or a date. The server sends seconds. */
function toSeconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

function toConflict(status: number, result: Record<string, unknown>): Conflict | undefined {
  if (status !== 409 || !isRecord(result.current) || typeof result.revision !== "number") return undefined;
  return { current: result.current, revision: result.revision };
}

function isValidationError(value: unknown): value is ValidationError {
  return isRecord(value) && typeof value.message === "string" && typeof value.errorId === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An error of any kind as one of the API, for code that shows its message and its findings. */
export function asApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError({ status: 0, resultId: "client", message: error.message });
}
