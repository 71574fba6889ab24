import { catalogue } from "../../../../catalogue.ts";

export const clusterSettingsText = catalogue("clusterSettings", {
  title: "Cluster Settings",
  description:
    "What is replicated to the engines as soon as it is saved. Everything else waits until somebody replicates.",
  connections: "Replicate Connections when saved",
  connectionsHelp:
    "Connections, and nothing else, are replicated at each save of one. A connection that needs something which is not replicated yet waits with it.",
  clients: "Replicate OAuth Clients when saved",
  clientsHelp: "The same for OAuth clients.",
  on: "On",
  off: "Off",
});
