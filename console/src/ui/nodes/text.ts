import { catalogue } from "../../catalogue.ts";

/** What nodes are called wherever they are shown; the names of modes and states are the server's. */
export const nodesText = catalogue("nodes", {
  CLUSTERED_ENGINE: "Engine",
  CLUSTERED_CONSOLE: "Admin console",
  CLUSTERED_DUAL: "Admin console and engine",
  STANDALONE: "Standalone",
  ACTIVE: "active",
  PASSIVE: "passive",
  unreachable: "Unreachable",
  address: "Address",
  index: "Index",
  role: "Role",
  tags: "Tags",
  group: "Group",
  NONE: "None",
  OUT_OF_DATE: "Out of date",
  RETRIEVING: "Retrieving",
  APPLYING: "Applying",
  FAILED: "Failed",
  SUCCEEDED: "Succeeded",
});
