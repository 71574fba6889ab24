/** What a client can be given: the scopes of a type and, if they are included, the scope groups before them. */
import { admin } from "../../platform/api/client.ts";
import { body } from "../../platform/api/transport.ts";
import { COUNTED } from "../../platform/list/counted.ts";
import type { ServerPage } from "../../platform/list/useServerList.ts";
import type { ScopeType } from "../frame/messages.ts";
import type { ChoicePage, Choices } from "./useAvailable.ts";
import type { Choice } from "./window.ts";

const PAGE_SIZE = 20;
const KINDS = { commonScope: "common", other: "exclusive" } as const;
type Example = "/oauth/authServerSettings/scopes/commonScopes";

type Collection = `${(typeof KINDS)[ScopeType]}${"Scopes" | "ScopeGroups"}`;

export function choicesOf(scopeType: ScopeType, withGroups: boolean): Choices {
  const scopes: Collection = `${KINDS[scopeType]}Scopes`;
  const groups: Collection = `${KINDS[scopeType]}ScopeGroups`;

  async function read(filter: string, page: number): Promise<ChoicePage> {
    if (!withGroups) return readPage(scopes, filter, page);
    const first = await readPage(groups, filter, 1);
    const groupPages = Math.ceil((first.totalItems ?? 0) / PAGE_SIZE);
    const found =
      page > groupPages
        ? await readPage(scopes, filter, page - groupPages)
        : page === 1
          ? first
          : await readPage(groups, filter, page);
    // The last page of groups may be short: pages are counted, and not what is on them.
    const scopesThere = page > groupPages ? found : await readPage(scopes, filter, 1);
    const scopesCount = scopesThere.totalItems ?? 0;
    return {
      ...found,
      totalItems: groupPages * PAGE_SIZE + scopesCount,
      totalIsMinimum: scopesThere.totalIsMinimum ?? false,
      count: (first.totalItems ?? 0) + scopesCount,
    };
  }

  return {
    pageSize: PAGE_SIZE,
    page: (client, filter, page) =>
      client.fetchQuery({
        queryKey: ["scopes", scopes, "selection", withGroups, filter, page],
        queryFn: () => read(filter, page),
        staleTime: 30_000,
      }),
  };
}

async function readPage(collection: Collection, filter: string, page: number): Promise<ServerPage<Choice>> {
  // The four collections take the same calls, so the types of one stand for all.
  const path = `/oauth/authServerSettings/scopes/${collection}` as Example;
  const isGroup = !collection.endsWith("Scopes");
  const search = filter && { filter, ...(!isGroup && { countUpTo: COUNTED }) };
  const query = { page, numberPerPage: PAGE_SIZE, sortOrder: "ASC" as const, ...search };
  // The default scope `openid` is a common scope, so a picker of other scopes asks for the list without it.
  const all = isGroup ? query : { ...query, includeDefaultOpenId: collection === "commonScopes" };
  const found = await body(admin.GET(path, { params: { query: all } }));
  return { ...found, items: found.items.map(({ name, description }) => ({ name, description, isGroup })) };
}
