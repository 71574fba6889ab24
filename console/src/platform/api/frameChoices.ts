/** What a picker in a frame form offers; the form's own session answers for it, and no token. */

export interface FrameChoices {
  items: { value: string; label: string }[];
  hasMore: boolean;
}

/** Undefined when there is no answer: what the picker offers stays as it is. */
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
