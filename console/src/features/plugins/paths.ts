/** Where the server's findings about an instance of a plug-in belong, as `sortErrors` writes their paths. */
import type { PluginForm, TableDescriptor } from "./values.ts";

const FIELD = /^configuration\.fields\.(\d+)\.value$/;
const CELL = /^configuration\.tables\.(\d+)\.rows\.(\d+)\.fields\.(\d+)\.value$/;

/** Whether a finding can be shown at a field. */
export function isPluginPath(path: string): boolean {
  return FIELD.test(path) || CELL.test(path);
}

/** The label of the field that a finding is about. */
export function labelAt(form: PluginForm, path: string): string | undefined {
  const field = FIELD.exec(path);
  if (field) return form.fields[Number(field[1])]?.label;
  const cell = CELL.exec(path);
  return cell ? form.tables[Number(cell[1])]?.columns[Number(cell[3])]?.label : undefined;
}

/** The findings about the cells of one table, by row and column. */
export function cellErrors(errors: ReadonlyMap<string, string>, at: number, table: TableDescriptor) {
  const found = new Map<string, string>();
  for (const [path, message] of errors) {
    const cell = CELL.exec(path);
    if (cell && Number(cell[1]) === at) found.set(`${cell[2]}.${table.columns[Number(cell[3])]?.name}`, message);
  }
  return found;
}
