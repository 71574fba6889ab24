import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWithText } from "../../test/render.tsx";
import { ReplicationLabel } from "./labels.tsx";

it.each([
  ["OUT_OF_DATE", "Out of date"],
  ["retrieving", "Retrieving"],
  ["none", "None"],
  [undefined, "None"],
  ["PREPARING", "PREPARING"],
  ["constructor", "constructor"],
])("shows the status %s as %s", (status, text) => {
  renderWithText(<ReplicationLabel status={status} />);
  expect(screen.getByText(text)).toBeVisible();
});
