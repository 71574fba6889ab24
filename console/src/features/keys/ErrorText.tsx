/** What is wrong with a cell of the table, in words. */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  return error ? (
    <span id={id} className="hanse-keytable__error">
      {error}
    </span>
  ) : null;
}
