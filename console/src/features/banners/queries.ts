/** What banners are made of. Each call is asked again now and then, and not while the page is hidden. */

import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../platform/api/client.ts";
import { ApiError, isUnavailable } from "../../platform/api/errors.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { type Notice, service } from "../../platform/api/session.ts";
import { body } from "../../platform/api/transport.ts";

const SECONDS = 1000;
const BANNERS = "banners";
/** Milliseconds between two questions about replication, and those while an engine is at it. */
export const REPLICATION_POLL = { idle: 5 * SECONDS, busy: SECONDS } as const;
const DATABASE_AWAY = "databaseAway";

/** True while the server reports that its database cannot be reached. */
export function isDatabaseAway(notices: readonly Notice[] | undefined): boolean {
  return notices?.some(({ id }) => id === DATABASE_AWAY) ?? false;
}

/** For the screen that imports licences: it has this one asked again. */
export const licenceStatusQuery = queryOptions({
  queryKey: [BANNERS, "licence"],
  queryFn: readLicenseExpiry,
  refetchInterval: 300 * SECONDS,
});

export const databaseQuery = queryOptions({
  queryKey: [BANNERS, "database"],
  queryFn: async (): Promise<readonly Notice[]> => {
    try {
      return await readDatabaseWarnings();
    } catch (error) {
      // Without its database the server knows of no session, and can say nothing but that.
      if (error instanceof ApiError && isUnavailable(error)) {
        return [{ id: DATABASE_AWAY, label: "", description: error.message }];
      }
      throw error;
    }
  },
  refetchInterval: ({ state }) => (isDatabaseAway(state.data) ? 5 : 60) * SECONDS,
});

export const administratorsQuery = queryOptions({
  queryKey: [BANNERS, "administrators"],
  queryFn: readActiveAdministrators,
  refetchInterval: 60 * SECONDS,
});

/**
 * What is to be replicated. Every change asks for it again, and the cluster's screen puts in what it has found. Others
 * change something too, and pages in the inner frame do (specification 2, section 9: every 5 seconds).
 */
export const replicationQuery = queryOptions({
  queryKey: [BANNERS, "replication"],
  queryFn: () => body(admin.GET("/internal/replicationInfo")),
  refetchInterval: ({ state }) => (state.data?.isReplicating ? REPLICATION_POLL.busy : REPLICATION_POLL.idle),
});

/** Reads what is wrong with the database; there is usually nothing. */
async function readDatabaseWarnings(): Promise<Notice[]> {
  return (await body(service.GET("/internalDbWarnings"))).items;
}

/** Reads who else is signed in and may change something. */
async function readActiveAdministrators(): Promise<components["schemas"]["ActiveAdministratorView"][]> {
  return (await body(service.GET("/activeAdministrators"))).items;
}

/** Reads how far the licence is from its end. */
async function readLicenseExpiry(): Promise<components["schemas"]["LicenseExpiryItem"]> {
  return (await body(service.GET("/licenseExpiryStatus"))).item;
}
