/**
 * One save at a time of something that was read at a revision. A save sends If-Match; when somebody else saved in
 * between, `conflict` is set, and the caller shows ConflictDialog and goes on with `saveOver` or `dismiss`.
 */
import { useMutation } from "@tanstack/react-query";
import { ApiError, type Conflict } from "../api/errors.ts";
import { etagOf, type Versioned } from "../api/transport.ts";

export interface UseSaveParts<Values, Stored> {
  /** Sends the values with the entity tag, by `ifMatch(etag)`. */
  send: (values: Values, etag: string | undefined) => Promise<Versioned<Stored>>;
  onSaved: (stored: Versioned<Stored>) => void;
}

export interface Save<Values> {
  saving: boolean;
  /** The last try's failure, but for a conflict. */
  error: ApiError | undefined;
  conflict: Conflict | undefined;
  save: (values: Values, etag: string | undefined) => void;
  /** Sends the same values once more, on top of the revision that was in the way. */
  saveOver: () => void;
  dismiss: () => void;
}

export function useSave<Values, Stored>({ send, onSaved }: UseSaveParts<Values, Stored>): Save<Values> {
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: ({ values, etag }: { values: Values; etag: string | undefined }) => send(values, etag),
    onSuccess: onSaved,
    // What was sent may hold a secret: it is forgotten with the form.
    gcTime: 0,
  });
  const failure = error === null ? undefined : toApiError(error);
  const conflict = failure?.conflict;
  return {
    saving: isPending,
    error: conflict ? undefined : failure,
    conflict,
    save: (values, etag) => mutate({ values, etag }),
    saveOver: () => {
      if (conflict && variables) mutate({ values: variables.values, etag: etagOf(conflict.revision) });
    },
    dismiss: reset,
  };
}

function toApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError({ status: 0, resultId: "client", message: error.message });
}
