import { screen } from "@testing-library/react";
import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "../../../test/axe.ts";
import { noAnswer, refusal } from "../../../test/wizard/fakeServer.ts";
import { start } from "../../../test/wizard/start.tsx";
import {
  blockedFor,
  button,
  choose,
  free,
  heading,
  next,
  passwordField,
  toLicense,
  user,
} from "../../../test/wizard/walk.ts";

describe("license", () => {
  const file = (bytes = 10) => new File([new Uint8Array(bytes)], "hanse.lic");

  it("is shown if it exists, and suffices", async () => {
    const { container } = start();
    await toLicense();
    expect(screen.getByText("Evaluation")).toBeVisible();
    expect(screen.getByText("Example Ltd")).toBeVisible();
    expect(screen.getByText("05 Sep 2026, 00:07 UTC")).toBeVisible();
    free();
    await expectAccessible(container);
  });

  it.each([404, 422])("must be uploaded if the existing one is invalid: %i", async (status) => {
    start({ "GET /internal/isw/validateCurrentLicense": refusal(status, "Expired.") });
    await toLicense();
    blockedFor("Upload a valid license to continue.");
    await choose(file());
    expect(await screen.findByText("This license is valid.")).toBeVisible();
    free();
  });

  it("of exactly 51,200 bytes is sent in base64 and shown; the review names it", async () => {
    const { container, seen } = start();
    await toLicense();
    await choose(file(51_200));
    expect(await screen.findByText("This license is valid.")).toBeVisible();
    expect(screen.getByText("Enterprise")).toBeVisible();
    await expectAccessible(container);
    expect(seen.at(-1)?.body).toEqual({ fileData: btoa("\0".repeat(51_200)) });
    await next();
    await user.type(passwordField(), "Corr3ct-horse{Enter}");
    await heading("Review");
    expect(screen.getByText("Enterprise, from hanse.lic")).toBeVisible();
  });

  it("of one more byte is refused without a call, until it is cleared", async () => {
    const { container, seen } = start();
    await toLicense();
    const before = seen.length;
    await choose(file(51_201));
    expect(
      await screen.findByText(
        "The selected file cannot be processed due to reaching the 50 KB maximum size limit. Please try again.",
      ),
    ).toBeVisible();
    expect(seen).toHaveLength(before);
    blockedFor("Upload a valid license or clear the selected file to continue.");
    await expectAccessible(container);
    await user.click(button("Clear"));
    free();
  });

  it("refused by the server with 422 shows all of its errors", async () => {
    const { container } = start({
      "POST /internal/isw/validateLicense": refusal(422, "Validation error(s) occurred.", [
        { errorId: "a", message: "The license expired." },
        { errorId: "b", message: "The license is for another product." },
      ]),
    });
    await toLicense();
    await choose(file());
    expect(await screen.findByText("This license is not valid.")).toBeVisible();
    expect(screen.getByText("The license expired.")).toBeVisible();
    expect(screen.getByText("The license is for another product.")).toBeVisible();
    blockedFor("Upload a valid license or clear the selected file to continue.");
    await expectAccessible(container);
  });

  it.each([200, 204, 403, 500])("is valid for any other answer: %i", async (status) => {
    start({ "POST /internal/isw/validateLicense": () => new HttpResponse(null, { status }) });
    await toLicense();
    await choose(file());
    expect(await screen.findByText("This license is valid.")).toBeVisible();
    free();
  });

  it("shows what importing it would remove", async () => {
    start({
      "POST /internal/isw/validateLicense": () =>
        HttpResponse.json({ warnings: [{ code: "x", message: "The new license expires earlier." }] }),
    });
    await toLicense();
    await choose(file());
    expect(await screen.findByText("The new license expires earlier.")).toBeVisible();
    free();
  });

  it("shows 'Could not connect' when the server does not answer", async () => {
    start({ "POST /internal/isw/validateLicense": noAnswer });
    await toLicense();
    await choose(file());
    await heading("Could not connect");
  });
});
