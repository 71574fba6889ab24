/** A rule of each kind, as forms send them. */
import type { Rule } from "../features/frame/messages.ts";

export const basicRule: Rule = {
  authenticationSourceType: "ADAPTER",
  authenticationSourceId: "form",
  attribute: "username",
  condition: "EQUALS",
  expectedValue: "joe",
  result: "Joe",
};

export const expressionRule = (expression: string): Rule => ({
  authenticationSourceType: "EXPRESSION",
  expression,
  result: "Yes",
});
