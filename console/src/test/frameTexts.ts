/** The attribute of frame pages that contains the texts of their scripts, as the server writes it. */
import { TEXTS } from "../frame/texts.ts";

/** In brackets, so that a test can see that a text comes from the page. */
const texts = {
  ...Object.fromEntries(TEXTS.map((name) => [name, `[${name}]`])),
  scopeGroup: "[{name} (group)]",
  moreScopes: "[{count} more]",
};

export const FRAME_TEXTS = `data-texts='${JSON.stringify(texts)}'`;
