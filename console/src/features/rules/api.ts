/** The two calls about expressions (specification 3, section 7). */
import { admin } from "../../platform/api/client.ts";
import { ApiError } from "../../platform/api/errors.ts";
import { body } from "../../platform/api/transport.ts";

const INVALID = 422;

/** What is wrong with an expression; undefined when nothing is. Rejects when the server cannot say. */
export async function reasonAgainst(expression: string): Promise<string | undefined> {
  try {
    await body(admin.POST("/internal/expressions/validate", { body: { expression, substitutionValues: {} } }));
    return undefined;
  } catch (error) {
    return refusal(error);
  }
}

export type Outcome = { result: string } | { error: string };

/** What an expression makes of these values. Rejects when the server cannot say. */
export async function tryExpression(expression: string, substitutionValues: Record<string, string>): Promise<Outcome> {
  try {
    const answer = await body(admin.POST("/internal/expressions/test", { body: { expression, substitutionValues } }));
    return { result: answer.item };
  } catch (error) {
    return { error: refusal(error) };
  }
}

/** The text is `items[0].message` or `item` of the answer, and its message as well. */
function refusal(error: unknown): string {
  if (error instanceof ApiError && error.status === INVALID) return error.message;
  throw error;
}
