import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { server } from "../../test/server.ts";
import { configuredQuery } from "./SearchDialog.tsx";

it("cancels a request that the next key makes obsolete, and sends the last one", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/pf-admin-ui/search", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("filter"));
      return HttpResponse.json({ items: [] });
    }),
  );
  const observer = new QueryObserver(new QueryClient(), configuredQuery("is"));
  const answered = new Promise<void>((resolve) => {
    observer.subscribe(({ isSuccess, isPlaceholderData }) => {
      if (isSuccess && !isPlaceholderData) resolve();
    });
  });
  observer.setOptions(configuredQuery("iss"));
  observer.setOptions(configuredQuery(" issuer "));
  await answered;
  observer.destroy();
  expect(asked).toEqual(["issuer"]);
});
