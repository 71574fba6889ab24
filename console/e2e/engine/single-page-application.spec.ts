/** The settings that the quick start shows for oidc-client-ts, pasted into a single-page application. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build, type Rollup } from "vite";
import { post } from "../system/signedIn.ts";
import { expect } from "../test.ts";
import { type Provider, signIn, test } from "./provider.ts";

interface Created {
  settings: { libraries: { id: string; text: string }[] };
}

/** The application's own code: it uses the pasted module, and shows what the library found. */
const APPLICATION = `
import { users } from "./pasted.ts";

const status = document.querySelector("[role=status]");
document.querySelector("button").addEventListener("click", () => users.signinRedirect());
if (new URLSearchParams(location.search).has("code"))
  users.signinCallback().then(
    ({ profile, access_token }) => {
      status.textContent = profile.sub + " has signed in" + (access_token ? " and has an access token." : ".");
    },
    (error) => {
      status.textContent = String(error);
    },
  );
`;

test("oidc-client-ts signs a user in with the pasted settings", async ({ page, provider }) => {
  const application = await start(provider);
  const origin = `https://localhost:${application.port}`;
  const made = await post<Created>(page.request, "/internal/applications", {
    kind: "SINGLE_PAGE",
    clientId: "pasted",
    name: "Pasted",
    redirectUris: [`${origin}/callback`],
  });
  const pasted = made.settings.libraries.find(({ id }) => id === "oidc-client-ts");
  application.script = await bundle(pasted?.text ?? "");

  await page.goto(`${origin}/`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await signIn(page, provider);
  await expect(page.getByRole("status")).toHaveText("joe has signed in and has an access token.");
  // A response is accepted once.
  await page.reload();
  await expect(page.getByRole("status")).toContainText("No matching state found in storage");
  application.close();
});

async function start({ data }: Provider) {
  const [cert, key] = await Promise.all(["server.crt", "server.key"].map((name) => readFile(join(data, "tls", name))));
  const application = { port: 0, script: "", close: () => {} };
  const server = createServer({ cert, key }, (request, answer) => {
    const isScript = request.url === "/application.js";
    answer.setHeader("Content-Type", isScript ? "text/javascript" : "text/html; charset=utf-8");
    answer.end(isScript ? application.script : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  application.port = (server.address() as AddressInfo).port;
  application.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return application;
}

const PAGE = `<!doctype html>
<html lang="en">
<title>Application</title>
<link rel="icon" href="data:,">
<main><h1>Application</h1><p role="status"></p><button>Sign in</button></main>
<script type="module" src="/application.js"></script>
</html>`;

/** Compiles the application with the pasted module, as a developer's own build does. */
async function bundle(pasted: string): Promise<string> {
  // Below this folder, so that the library is found.
  const folder = await mkdtemp(join(import.meta.dirname, "pasted-"));
  await Promise.all([
    writeFile(join(folder, "pasted.ts"), pasted),
    writeFile(join(folder, "application.ts"), APPLICATION),
  ]);
  const made = await build({
    configFile: false,
    logLevel: "silent",
    root: folder,
    build: { write: false, rollupOptions: { input: join(folder, "application.ts") } },
  });
  await rm(folder, { recursive: true });
  const [output] = Array.isArray(made) ? made : [made as Rollup.RollupOutput];
  const chunk = output?.output.find(({ type }) => type === "chunk");
  return chunk?.type === "chunk" ? chunk.code : "";
}
