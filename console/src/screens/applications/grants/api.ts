/** The calls of the screen. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body } from "../../../platform/api/transport.ts";

export type Grant = components["schemas"]["UserGrantView"];

/** Whose grants are listed; empty texts stand for any user and any client. */
export interface Filter {
  userKey: string;
  clientId: string;
}

export const GRANTS = ["oauth/grants"] as const;
const PER_PAGE = 50;

/** Grants in the order of their IDs, page after page. */
export const grantsQuery = ({ userKey, clientId }: Filter) =>
  infiniteQueryOptions({
    queryKey: [...GRANTS, userKey, clientId],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PER_PAGE,
        after: pageParam,
        ...(userKey && { userKey }),
        ...(clientId && { clientId }),
      };
      return body(admin.GET("/oauth/grants", { params: { query } }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextAfter ?? undefined,
    // Users grant and revoke all the time.
    gcTime: 0,
  });

export async function revokeGrant(id: string): Promise<void> {
  await body(admin.DELETE("/oauth/grants/{id}", { params: { path: { id } } }));
}
