/** The calls of the dialog. */
import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../platform/api/client.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { body } from "../../platform/api/transport.ts";

export type OwnSession = components["schemas"]["OwnSession"];

/** One's own sessions, the one in use first. Read anew each time, as they end and begin elsewhere. */
export const sessionsQuery = queryOptions({
  queryKey: ["ownSessions"],
  queryFn: async (): Promise<readonly OwnSession[]> => {
    const { items } = await body(admin.GET("/internal/user/sessions"));
    return items.toSorted((one, other) => Number(other.current) - Number(one.current));
  },
  gcTime: 0,
});

export async function endSession(id: string): Promise<void> {
  await body(admin.DELETE("/internal/user/sessions/{id}", { params: { path: { id } } }));
}

export async function endOtherSessions(): Promise<void> {
  await body(admin.DELETE("/internal/user/sessions"));
}
