/** How an input is bound to a form. */
import type { UseFormRegisterReturn } from "react-hook-form";

interface Controlled {
  name: string;
  value: string;
  onChange: (event: unknown, value: string) => void;
}

/** What `register` of react-hook-form returns, or the value of an entity form. */
export type FieldBinding = UseFormRegisterReturn | Controlled;

interface BoundForm<Values> {
  values: Values;
  errors: ReadonlyMap<string, string>;
  change: (changes: Partial<Values>) => void;
}

/** The props of a text field that edits one value of an entity form. Its id is the value's name, unless it has another. */
export function bind<Values extends Record<Name, string>, Name extends string>(
  form: BoundForm<Values>,
  name: Name,
  id: string = name,
) {
  const field: Controlled = {
    name: id,
    value: form.values[name],
    onChange: (_, value) => form.change({ [name]: value } as Partial<Values>),
  };
  return { field, error: form.errors.get(name) };
}
