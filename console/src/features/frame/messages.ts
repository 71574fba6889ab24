/**
 * The messages between the inner frame and the console (specification 3, section 2.7): one schema for both sides. `npm
 * run gen` exports it as JSON Schema to `src/hanse/admin/frames/messages.schema.json`, with which the server's tests
 * check the messages that its forms send and accept. Every object is strict and every length is bounded: a message that
 * does not match exactly is ignored.
 */
import * as v from "valibot";

const ID = v.pipe(v.string(), v.maxLength(256));
const TEXT = v.pipe(v.string(), v.maxLength(8_192));

/** A message that is shown to the user for a short time. */
const notice = v.pipe(v.string(), v.minLength(1), v.maxLength(2_000));
/** An https or http URL or a path of this origin, but nothing that browsers treat as a script or as another host. */
const link = v.pipe(v.string(), v.maxLength(2_000), v.regex(/^(?:https?:\/\/[^\s\\]+|\/(?![/\\])[^\s\\]*)$/));
/** A path of the console. */
const place = v.pipe(v.string(), v.maxLength(2_000), v.regex(/^\/(?![/\\])[^\s\\]*$/));

/** The types of sources whose attributes a basic rule can compare (section 3, "Source types"). */
export const SOURCE_TYPES = [
  "ADAPTER",
  "CONTEXT",
  "EXTENDED_PROPERTIES",
  "FRAGMENT",
  "INPUTS",
  "IDP_CONNECTION",
] as const;
/** The source type that makes a rule an expression. */
export const EXPRESSION = "EXPRESSION";

export const CONDITIONS = [
  "EQUALS",
  "EQUALS_CASE_INSENSITIVE",
  "EQUALS_DN",
  "NOT_EQUAL",
  "NOT_EQUAL_CASE_INSENSITIVE",
  "NOT_EQUAL_DN",
  "MULTIVALUE_CONTAINS",
  "MULTIVALUE_CONTAINS_CASE_INSENSITIVE",
  "MULTIVALUE_CONTAINS_DN",
  "MULTIVALUE_DOES_NOT_CONTAIN",
  "MULTIVALUE_DOES_NOT_CONTAIN_CASE_INSENSITIVE",
  "MULTIVALUE_DOES_NOT_CONTAIN_DN",
] as const;

const basicRule = v.strictObject({
  authenticationSourceType: v.picklist(SOURCE_TYPES),
  /** Empty if there is only one source of its type, such as the context. */
  authenticationSourceId: ID,
  attribute: ID,
  condition: v.picklist(CONDITIONS),
  expectedValue: TEXT,
  result: ID,
});
const expressionRule = v.strictObject({
  authenticationSourceType: v.literal(EXPRESSION),
  expression: TEXT,
  result: ID,
});
const rules = v.pipe(v.array(v.union([basicRule, expressionRule])), v.maxLength(1_000));

/** A source that the rules of this node can use, with the attributes of its contract. */
const source = v.strictObject({
  type: v.picklist(SOURCE_TYPES),
  id: ID,
  name: ID,
  attributes: v.pipe(v.array(ID), v.maxLength(10_000)),
});

const scopeType = v.picklist(["commonScope", "other"]);
const scopeNames = v.pipe(v.array(ID), v.maxLength(100_000));
/** The selected scopes of each type: the form has one list for each. */
const selectedScopes = v.strictObject({ commonScope: scopeNames, other: scopeNames });

const showRules = v.strictObject({
  kind: v.literal("showRules"),
  node: v.strictObject({ nodeId: ID, rules, defaultSuccess: v.boolean() }),
  sources: v.pipe(v.array(source), v.maxLength(10_000)),
});
const showScopes = v.strictObject({
  kind: v.literal("showScopes"),
  description: TEXT,
  /** The type that the dialog shows first. */
  scopeType,
  selectedScopes,
  /** The selected names that are scope groups. */
  selectedGroups: scopeNames,
  isIncludeScopeGroups: v.boolean(),
});
const submitRules = v.strictObject({
  kind: v.literal("submitRules"),
  submittedRules: rules,
  /** The node that `showRules` named. */
  submittedRulesId: ID,
  defaultSuccess: v.boolean(),
});
const submitScopes = v.strictObject({ kind: v.literal("submitScopes"), scopeType, selectedScopes });

/** The messages from the frame to the console. */
export const fromFrame = v.variant("kind", [
  v.strictObject({ kind: v.literal("updateHelpLink"), url: link }),
  v.strictObject({ kind: v.literal("reloadNavigation"), target: v.optional(place) }),
  v.strictObject({ kind: v.literal("showSuccess"), message: notice }),
  v.strictObject({ kind: v.literal("showInfo"), message: notice }),
  v.strictObject({ kind: v.literal("activity") }),
  showRules,
  showScopes,
]);

/** The messages from the console to the frame: the results of a dialog, for the form. */
export const toFrame = v.variant("kind", [submitRules, submitScopes]);

export type FromFrame = v.InferOutput<typeof fromFrame>;
export type ToFrame = v.InferOutput<typeof toFrame>;
export type ShowRules = v.InferOutput<typeof showRules>;
export type ShowScopes = v.InferOutput<typeof showScopes>;
export type Rule = v.InferOutput<typeof rules>[number];
export type Source = v.InferOutput<typeof source>;
export type Condition = (typeof CONDITIONS)[number];
export type ScopeType = v.InferOutput<typeof scopeType>;
