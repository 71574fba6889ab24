import { catalogue } from "../../catalogue.ts";

/** What nodes are called wherever they are shown; the names of modes are the server's. */
export const nodesText = catalogue("nodes", {
  CLUSTERED_ENGINE: "Engine",
  CLUSTERED_CONSOLE: "Console",
  CLUSTERED_DUAL: "Console and engine",
  STANDALONE: "Standalone",
  unreachable: "Unreachable",
  address: "Address",
});
