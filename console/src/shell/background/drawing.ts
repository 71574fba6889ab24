/** Which drawing is behind the navigation (specification 3, sections 2.3 and 9). */
import "./background.css";

const DRAWINGS = 6;

/** One of the six, as a number from 0 up to 1 has it, or the static one. */
export function drawing(showBackground: boolean, chance: number): string {
  return showBackground ? String(1 + Math.floor(chance * DRAWINGS)) : "static";
}
