import { catalogue } from "../../../catalogue.ts";

export const bannersText = catalogue("banners", {
  area: "Banners",
  dismiss: "Dismiss until you sign out: {title}",
  place: "Show above the page",
  databaseAway: "Internal database warning",
  synchronization: "Synchronization warning",
  neverSynchronized: "The passive consoles do not have what is saved here, and never had all of it.",
  lateSynchronized: "The passive consoles do not have what is saved here. They last had all of it {since}.",
  replication: "Replication warning",
  replicationNodes:
    "{failed, plural, =0 {} one {Replication failed on # engine, which goes on with its older configuration.} other {Replication failed on # engines, which go on with their older configuration.}} {outOfDate, plural, =0 {} one {# engine is out of date.} other {# engines are out of date.}}",
  administrators: "Other administrators are signed in",
  administratorNames: "{names} may be changing the configuration as well.",
  required: "Replication required",
  requiredBody: "What was saved has not been replicated to the engines yet.",
});
