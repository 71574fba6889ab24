import { expect, expectAccessible, SLOW } from "../test.ts";
import { ORGANIZATION } from "./cloud.ts";
import { stored } from "./settings.ts";
import { PASSWORD, test, URL_OF_ENGINE } from "./wizard.ts";

test.describe("with the cloud service", () => {
  test.use({ environment: ({ cloud }, use) => use(cloud.environment), expectedProblems: [/net::ERR_/] });

  test("a credential is checked, and the connection is named after its organization", async ({
    wizard,
    page,
    request,
    cloud,
  }) => {
    await wizard.open();
    await wizard.acceptTerms();
    await wizard.press("Next");
    await wizard.enterCredential(`${cloud.credential.slice(0, -8)}AAAAAAAA`);
    await expect(page.getByText("Invalid PingOne credential", { exact: true })).toBeVisible();
    await wizard.enterCredential(cloud.credential);
    await wizard.goOnToReview();
    await expect(page.getByText(`Connect to ${ORGANIZATION}`)).toBeVisible();
    await wizard.press("Finish");
    await wizard.expectConsole();
    const { items } = await stored(request, "/pingOneConnections");
    expect(items).toMatchObject([
      { name: ORGANIZATION, description: "Initial PingOne connection", active: true, organizationName: ORGANIZATION },
    ]);
  });

  const calls = [
    { what: "the account", method: "POST", path: "/pf-admin-api/v1/administrativeAccounts" },
    {
      what: "the console's role",
      method: "GET",
      path: "/pf-admin-api/v1/internal/activePassiveConsoleInfo",
    },
    { what: "the base URL", method: "PUT", path: "/pf-admin-api/v1/serverSettings" },
    { what: "the cloud connection", method: "POST", path: "/pf-admin-api/v1/pingOneConnections" },
    { what: "log-in", method: "POST", path: "/pf-admin-ui/login" },
  ];
  for (const { what, method, path } of calls) {
    test(
      `the server is killed before it answers about ${what}; the second attempt succeeds`,
      SLOW,
      async ({ wizard, page, request, fresh, cloud }) => {
        await wizard.open();
        await wizard.acceptTerms();
        await wizard.walk(URL_OF_ENGINE, cloud.credential);
        let killed = false;
        await page.route(`**${path}`, async (route) => {
          if (killed || route.request().method() !== method) return route.fallback();
          killed = true;
          // The worst moment: the server has created the connection, but its answer is lost.
          await route.fetch();
          await page.context().clearCookies(); // Playwright has kept the cookie of the lost answer.
          await fresh.stop("SIGKILL");
          await route.abort();
        });
        await wizard.press("Finish");
        await wizard.expectScreen("Could not connect");
        await expect(
          page.getByText(
            "Could not connect to the PingFederate server. Please ensure that PingFederate is running and try again.",
            { exact: true },
          ),
        ).toBeVisible();
        await expectAccessible(page);

        // While the cloud is still down, Restart reports it again.
        await wizard.press("Restart");
        await wizard.expectScreen("Could not connect");
        await fresh.start();
        await wizard.press("Restart");
        if (what === "log-in") {
          // The setup was complete, only the answer was lost: the account exists and can log in.
          await expect(page).toHaveURL(/\/login/);
          await page.getByLabel("Username").fill("Administrator");
          await wizard.password.fill(PASSWORD);
          await page.getByRole("button", { name: "Log in" }).click();
        } else {
          await wizard.walk("https://second.example.com", cloud.credential);
          await wizard.press("Finish");
        }
        await wizard.expectConsole();
        const url = what === "log-in" ? URL_OF_ENGINE : "https://second.example.com";
        expect(await stored(request, "/serverSettings")).toMatchObject({ federationInfo: { baseUrl: url } });
        expect((await stored(request, "/administrativeAccounts")).items).toHaveLength(1);
        expect((await stored(request, "/pingOneConnections")).items).toHaveLength(1);
      },
    );
  }
});
