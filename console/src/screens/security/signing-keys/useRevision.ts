import { useQuery, useQueryClient } from "@tanstack/react-query";
import { revisionQuery } from "./api.ts";

/** Reads the revision of a key pair as a dialog opens. Answers what has it, to be sent with what the dialog does. */
export function useRevision(id: string): () => Promise<string> {
  const client = useQueryClient();
  useQuery(revisionQuery(id));
  return () => client.ensureQueryData(revisionQuery(id));
}
