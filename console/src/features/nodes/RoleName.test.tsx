import { expect, it } from "vitest";
import { renderWithText } from "../../test/render.tsx";
import { RoleName } from "./labels.tsx";

it.each([
  ["CLUSTERED_CONSOLE", "ACTIVE", "Admin console · active"],
  ["CLUSTERED_ARCHIVE", undefined, "CLUSTERED_ARCHIVE"],
  ["constructor", "RESTING", "constructor · RESTING"],
])("shows the mode %s with the role %s as %s", (mode, consoleRole, text) => {
  const { container } = renderWithText(
    <RoleName node={{ mode, ...(consoleRole && { adminConsoleInfo: { consoleRole } }) }} />,
  );
  expect(container).toHaveTextContent(text);
});
