/**
 * Scripts that make frame forms quicker. The forms work without them: the server adds rows, searches for pickers and
 * reports errors. Inside the console, they also report events to the console and protect unsaved changes.
 */
import "./patternfly.css";
import "./frame.css";
import { copying } from "./copying.ts";
import { dependents, inherited } from "./dependents.ts";
import { focusWhereNeeded } from "./focus.ts";
import { guard } from "./guard.ts";
import { pickers } from "./pickers.ts";
import { posting } from "./posting.ts";
import { scopes } from "./scopes.ts";
import { refreshing, searching } from "./searching.ts";
import { isFramed, reportToConsole } from "./shell.ts";
import { rules, tree } from "./tree.ts";

/** Listeners outside the elements of a page, which end with it. */
let shown = new AbortController();

function show(): void {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  if (isFramed()) {
    document.documentElement.classList.add("hanse-framed");
    // The console has a main landmark already, and this page is inside it.
    document.querySelector(".hanse-frame")?.removeAttribute("role");
  }
  copying(document);
  dependents(document);
  inherited(document);
  scopes(document, signal);
  refreshing(document, signal);
  guard(document, signal);
  pickers(document, signal);
  searching(document, signal);
  reportToConsole(document, signal);
  tree(document);
  rules(document, signal);
  focusWhereNeeded(document, signal);
}

show();
posting(document, show);
