/** What a new server suggests for a collection of support data. */
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
