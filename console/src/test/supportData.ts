import type { Archive } from "../screens/system/collect-support-data/form.ts";

/** A new server's default options for a collection of support data. */
export const SUGGESTED = {
  nodesToCollect: [],
  encryptArchive: false,
  collectExpensiveData: false,
  truncateLogs: true,
  fileHeadCollectionKBSize: 100,
  fileTailCollectionKBSize: 900,
  rolledLogCount: 1,
  includeBinaryFiles: false,
  numHeartbeatSamples: 5,
  intervalBetweenHeartbeatSamples: 1,
  reportCount: 10,
  reportInterval: 1,
};

/** The only node of a standalone server. */
export const ALONE = { index: 0, address: "localhost:9999", role: "STANDALONE", running: true };

/** The nodes of a cluster: its console, and an engine that is not running. */
export const CLUSTER = [
  { index: 1, address: "10.0.0.1:9999", role: "CLUSTERED_CONSOLE", running: true },
  { index: 2, address: "10.0.0.2:9031", role: "CLUSTERED_ENGINE", running: false },
];

/** The archive of a node, with the given fields. */
export function archive(nodeIndex: number, more: Partial<Archive>): Archive {
  const { address, role } = [ALONE, ...CLUSTER].find(({ index }) => index === nodeIndex) ?? ALONE;
  return {
    archiveId: `a-${nodeIndex}`,
    collectionId: "c",
    nodeIndex: String(nodeIndex),
    address,
    role,
    requested: "",
    timestamp: "",
    statusLink: { id: `a-${nodeIndex}`, location: "" },
    status: "",
    ...more,
  };
}
