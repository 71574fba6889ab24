import { useFormContext } from "react-hook-form";
import type { Draft } from "./draft.ts";

/** A text field of the draft. What was wrong with it is taken back with the next key, and looked at anew on Next. */
export function useDraftField(name: Exclude<keyof Draft, "connect">) {
  const { register, clearErrors, formState } = useFormContext<Draft>();
  const error = formState.errors[name];
  const invalid = error !== undefined;
  return {
    invalid,
    /** What is wrong, as a key of the catalogue, where the schema found it. */
    problem: error?.message,
    props: {
      isRequired: true,
      autoCapitalize: "none",
      spellCheck: false,
      validated: invalid ? ("error" as const) : ("default" as const),
      "aria-invalid": invalid,
      ...register(name, { onChange: () => clearErrors(name) }),
    },
  };
}
