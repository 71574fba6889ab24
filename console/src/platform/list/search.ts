/** What an address says about the list that it shows: `?search=acme&page=3&perPage=50&order=desc`. */

export const PAGE_SIZES = [20, 50, 100] as const;

/** What is usual is left out of the address. */
export interface ListSearch {
  search?: string;
  page?: number;
  perPage?: (typeof PAGE_SIZES)[number];
  order?: "desc";
}

/** In the words of the server's list parameters. */
export interface ListQuery {
  filter: string;
  /** Counted from 1. */
  page: number;
  numberPerPage: number;
  /** Without it, the list's usual order: ascending. */
  sortOrder?: "ASC" | "DESC";
}

const SMALLEST = PAGE_SIZES[0];

/** Reads the part of an address that is about a list. Whatever it says wrongly is as if it said nothing. */
export function listSearch({ search, page, perPage, order }: Record<string, unknown>): ListSearch {
  const filter = toText(search);
  const size = PAGE_SIZES.find((one) => one === perPage && one !== SMALLEST);
  return {
    ...(filter && { search: filter }),
    ...(typeof page === "number" && Number.isInteger(page) && page > 1 && { page }),
    ...(size && { perPage: size }),
    ...(order === "desc" && { order }),
  };
}

/** The router reads a text such as 2026 as a number. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

export function toListQuery({ search = "", page = 1, perPage = SMALLEST, order }: ListSearch): ListQuery {
  return { filter: search, page, numberPerPage: perPage, ...(order && { sortOrder: "DESC" }) };
}

export function toSearch({ filter, page, numberPerPage, sortOrder }: ListQuery): ListSearch {
  return listSearch({ search: filter, page, perPage: numberPerPage, order: sortOrder === "DESC" && "desc" });
}
