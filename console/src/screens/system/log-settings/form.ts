/** The form's state: the changes relative to the stored settings, and the request. No React here. */

import { queryOptions } from "@tanstack/react-query";
import { admin } from "../../../platform/api/client.ts";
import type { components } from "../../../platform/api/generated/admin.ts";
import { body, editedQuery, ifMatch, type Versioned, versioned } from "../../../platform/api/transport.ts";

/** The end of a category: never, at the stored time, or a number of minutes after the save. */
export type Ends = "never" | "kept" | "15" | "60" | "480" | "1440";

export const MINUTES = ["15", "60", "480", "1440"] as const satisfies readonly Ends[];

export interface Choice {
  verbose: boolean;
  ends: Ends;
}

/** The changed categories, by ID; all others stay as stored. */
export type Choices = Readonly<Record<string, Choice>>;

export interface Values {
  categories: readonly Category[];
  choices: Choices;
  // Set by API clients, and kept.
  lifetime: number | null;
}

export function toValues(stored: Settings | undefined): Values {
  return { categories: stored?.logCategories ?? [], choices: {}, lifetime: stored?.verboseLoggingLifetime ?? null };
}

export function storedChoice({ enabled, enabledUntil }: Category): Choice {
  return { verbose: Boolean(enabled), ends: enabled && enabledUntil ? "kept" : "never" };
}

export function choiceOf(category: Category, choices: Choices): Choice {
  return choices[category.id] ?? storedChoice(category);
}

/** Switches a category. If it is switched back on, it has its stored end again. */
export function toggled(category: Category, verbose: boolean): Choice {
  const stored = storedChoice(category);
  return { verbose, ends: verbose && stored.verbose ? stored.ends : "never" };
}

export function isChanged({ categories, choices }: Values): boolean {
  return categories.some((category) => {
    const stored = storedChoice(category);
    const chosen = choiceOf(category, choices);
    return chosen.verbose !== stored.verbose || (chosen.verbose && chosen.ends !== stored.ends);
  });
}

export function toSettings({ categories, choices, lifetime }: Values): Settings {
  const logCategories = categories.map((category) => toSent(category, choiceOf(category, choices)));
  return lifetime === null ? { logCategories } : { logCategories, verboseLoggingLifetime: lifetime };
}

function toSent({ id, enabledUntil }: Category, { verbose, ends }: Choice): Category {
  if (!verbose || ends === "never") return { id, enabled: verbose };
  if (ends === "kept") return { id, enabled: true, enabledUntil: enabledUntil ?? null };
  return { id, enabled: true, enabledForMinutes: Number(ends) };
}

/** The names of the enabled categories, for both sides of a conflict. */
export function namesOn(categories: readonly Category[], isOn: (category: Category) => boolean): string[] {
  return categories.filter(isOn).map(({ name, id }) => name ?? id);
}

type Schemas = components["schemas"];

export type Settings = Schemas["LogSettings"];
export type Category = Schemas["LogCategorySettings"];
type Stored = Versioned<Settings>;

export const logSettingsQuery = editedQuery<Settings>(["logSettings"], () => admin.GET("/serverSettings/logSettings"));

export function saveLogSettings(settings: Settings, etag: string | undefined): Promise<Stored> {
  return versioned(admin.PUT("/serverSettings/logSettings", { body: settings, headers: ifMatch(etag) }));
}

export const migratedQuery = queryOptions({
  queryKey: ["logSettings", "migrated"],
  queryFn: () => body(admin.GET("/internal/logSettings/migratedConfiguration")),
  gcTime: 0,
});

export function markMerged() {
  return body(admin.POST("/internal/logSettings/migratedConfiguration/merged"));
}
