import { catalogue } from "../../../catalogue.ts";

export const clusterManagementText = catalogue("clusterManagement", {
  title: "Cluster Management",
  description: "The nodes that work together, and the configuration that each of them has.",
  settings: "Settings",
  replicate: "Replicate",
  replicated: "Cluster nodes notified of new configuration.",
  replicationFailed: "Replication failed. Please check the server logs.",
  upToDate: "Nothing has to be replicated.",
  required: "Changes are saved that the engines do not have yet.",
  lagging: "{count, plural, one {# node does} other {# nodes do}} not have what was replicated.",
  auditor: "As an auditor you can look at the cluster and change nothing.",
  noRole: "Your account does not have the role that may replicate.",

  unauthorized: "Unauthorized",
  unauthorizedBody: "You do not have permissions to view this page.",
  signOut: "Sign Out",

  lastModified: "Last Modified",
  lastReplicated: "Last Replicated",
  lastSynchronized: "Last Successful Synchronization",
  never: "Never",
  nodes: "Nodes of the cluster",
  summary: "{count, plural, one {# node} other {# nodes}}",
  away: "{count} unreachable",
  failed: "{count} failed",
  outOfDate: "{count} out of date",
  working: "{count} applying",
  stale: "The cluster could not be asked just now. What is shown is from before.",
  mixed: "The nodes run different versions",
  mixedBody:
    "Nodes of an older version may not understand everything that a newer one replicates. Bring all of them to one version.",

  beyondLicence: "More nodes are running than the license allows",
  beyondLicenceBody:
    "{count} are running, and the license allows {limit}. All of them work. Stop some, or import a license that allows as many.",
  license: "License",

  tabs: "Kinds of nodes",
  activeNodes: "Active Nodes",
  adminConsoles: "Admin Consoles",
  version: "Version",
  configuration: "Configuration Timestamp",
  replication: "Replication Status",
  roleSince: "since {moment}",
  synchronization: "Synchronization Status",
  synchronized: "last {moment}",
  here: "This console",
  lastSeen: "Last heard from {moment}",
  nothing: "–",

  passive: "This console is passive",
  passiveBody: "It changes nothing. The active console is at {address}.",
  passiveBodyAlone: "It changes nothing, and no active console is running.",
  switch: "Switch to Active",
  switchTitle: "Switch this console to active?",
  switchBody: "The console at {address} becomes passive. Whatever somebody is about to save there is refused.",
  switchBodyAlone: "Changes are made here from then on.",
  switched: "Switched to Active role.",
  switchFailed: "Failed to switch to Active role. Please check the server logs.",

  alone: "This server is not part of a cluster",
  aloneBody:
    "What is saved here is in force at once, and there is nothing to replicate. The nodes of a cluster share one PostgreSQL database and one master key: one of them is the console, and the others are engines that serve what it replicates.",
  aloneCommands: "Each node is a process of its own:",
  guide: "How to make a cluster",
});
