const LONGEST = 15;

/** The environment's label in the masthead: 15 characters, then '...' (specification 3, section 9). */
export function environmentLabel(environment: string): string {
  const characters = Array.from(environment); // By characters, so that no surrogate pair is cut in half.
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join("")}...` : environment;
}
