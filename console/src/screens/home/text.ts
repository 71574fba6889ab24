import { catalogue } from "../../catalogue.ts";

export const homeText = catalogue("home", {
  title: "Welcome, {username}",
  description: "The nodes of this installation, the pages you open often, and help.",
  descriptionAuditor:
    "The nodes of this installation, the pages you open often, and help. As an auditor you can look at everything and change no configuration.",
  cannotLoad: "This could not be loaded: {message}",

  cluster: "Cluster nodes",
  summary: "{count, plural, one {# node} other {# nodes}}, {running} running",
  summaryAway: "{count, plural, one {# node} other {# nodes}}, {running} running, {away} unreachable",
  all: "Show all {count} nodes",
  fewer: "Show fewer nodes",
  stale: "The nodes could not be read again just now. What is shown is from before.",
  noCluster: "No Cluster",
  noClusterBody: "This server stands alone. Nodes appear here once it is part of a cluster.",
  clusteringGuide: "Server Clustering Guide",
  node: "Node {index}",
  running: "Running",
  version: "Version",
  heartbeat: "Last heartbeat",
  configuration: "Configuration",

  shortcuts: "Shortcuts",
  edit: "Edit shortcuts",
  noShortcuts: "None of your shortcuts can be opened at present. Edit them to choose others.",

  demo: "Try a sign-in",
  demoOffered:
    "No application is registered yet. Set up the demo to get a working sign-in: two sample users, a login page, a policy, tokens, and a sample application that uses them.",
  demoCreated:
    "The demo is set up. Open the sample application, sign in as one of the users it lists, and see the tokens.",
  quickStart: "Quick start",
  setUpDemo: "Set up demo",
  startDemo: "Start the demo application",
  openDemo: "Open the demo application",
  removeDemo: "Remove demo",
  setUpTitle: "Set up the demo?",
  setUpBody:
    "These objects are created, unless they exist already. A sample application starts on this machine, reachable from this machine only. You can remove all of it again.",
  removeTitle: "Remove the demo?",
  removeBody: "The sample application stops. Of these objects, those that the demo created are deleted:",
  demoReady: "Demo set up.",
  demoRemoved: "Demo removed.",

  links: "Helpful Links",
  resourceDownloads: "Resource Downloads",
  releaseNotes: "Release Notes",
  support: "Support",
  integrationDirectory: "Integration Directory",
  devOps: "DevOps",
  performance: "Performance Tuning Guide",
});
