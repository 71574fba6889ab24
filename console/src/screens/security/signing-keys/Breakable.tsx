import { Fragment } from "react";

/** A long value that may be broken between its parts, and inside of a part only where that alone is too long. */
export function Breakable({ value, after }: { value: string; after: "," | ":" }) {
  const parts = value.split(after);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat, and never move.
    <Fragment key={index}>
      {part}
      {index < parts.length - 1 && (
        <>
          {after}
          <wbr />
        </>
      )}
    </Fragment>
  ));
}
