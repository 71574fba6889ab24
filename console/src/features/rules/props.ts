/** What the parts of a rule are given. */

/** What the person who looks may do. */
export interface Rights {
  readOnly: boolean;
  /** Whether expressions may be written and tested. */
  expressions: boolean;
}

/** What every control of a field is given. */
export interface Control {
  id: string;
  isRequired: boolean;
  validated: "error" | "default";
  "aria-invalid": boolean;
  "aria-describedby": string;
}
