/** The queries behind the banners. Each is repeated at intervals, but not while the page is hidden. */

import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../platform/api/client.ts";
import { ApiError, isUnavailable } from "../../platform/api/errors.ts";
import type { components } from "../../platform/api/generated/admin.ts";
import { type Notice, service } from "../../platform/api/session.ts";
import { body } from "../../platform/api/transport.ts";

const SECONDS = 1000;
const BANNERS = "banners";
/** Milliseconds between two reads of the replication state: normally, and while an engine is replicating. */
export const REPLICATION_POLL = { idle: 5 * SECONDS, busy: SECONDS } as const;
const DATABASE_AWAY = "databaseAway";

/** True while the server reports that its database cannot be reached. */
export function isDatabaseAway(notices: readonly Notice[] | undefined): boolean {
  return notices?.some(({ id }) => id === DATABASE_AWAY) ?? false;
}

/** Exported for the license screen, which invalidates this query after an import. */
export const licenseStatusQuery = queryOptions({
  queryKey: [BANNERS, "license"],
  queryFn: readLicenseExpiry,
  refetchInterval: 300 * SECONDS,
});

export const databaseQuery = queryOptions({
  queryKey: [BANNERS, "database"],
  queryFn: async (): Promise<readonly Notice[]> => {
    try {
      return await readDatabaseWarnings();
    } catch (error) {
      // Without its database the server knows no session, and can report nothing else.
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
 * The replication state. It is read again after every change here, and the cluster screen stores its result in it.
 * Other administrators and frame pages make changes too (specification 2, section 9: every 5 seconds).
 */
export const replicationQuery = queryOptions({
  queryKey: [BANNERS, "replication"],
  queryFn: () => body(admin.GET("/internal/replicationInfo")),
  refetchInterval: ({ state }) => (state.data?.isReplicating ? REPLICATION_POLL.busy : REPLICATION_POLL.idle),
});

/** Reads the problems with the database; there are usually none. */
async function readDatabaseWarnings(): Promise<Notice[]> {
  return (await body(service.GET("/internalDbWarnings"))).items;
}

/** Reads which other administrators are signed in. */
async function readActiveAdministrators(): Promise<components["schemas"]["ActiveAdministratorView"][]> {
  return (await body(service.GET("/activeAdministrators"))).items;
}

/** Reads how close the license is to its expiration. */
async function readLicenseExpiry(): Promise<components["schemas"]["LicenseExpiryItem"]> {
  return (await body(service.GET("/licenseExpiryStatus"))).item;
}
