/** The choices of a picker in a frame form. The request uses the form's own session cookie, not a token. */

export interface FrameChoices {
  items: { value: string; label: string }[];
  hasMore: boolean;
}

/** Undefined if there is no answer: the picker then keeps its choices. */
export async function frameChoices(
  node: string,
  field: string,
  search: string,
  type: string,
  of: string,
): Promise<FrameChoices | undefined> {
  const query = new URLSearchParams({ field, q: search, ...(type && { type }), ...(of && { of }) });
  const answer = await fetch(`/pf-admin-ui/frame/${node}/choices?${query}`).catch(() => undefined);
  return answer?.ok ? answer.json() : undefined;
}
