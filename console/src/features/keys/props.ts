import type { Keys, Use } from "./model.ts";

export interface KeysTableProps {
  keys: Keys;
  use?: Use;
  /** The heading that names the table. */
  labelledBy: string;
  readOnly: boolean;
  /** An active RSA certificate has to be there. */
  needsRsa: boolean;
  /** By field, such as `rsaActiveCertRef`. */
  errors: ReadonlyMap<string, string>;
  onChange: (keys: Keys) => void;
}
