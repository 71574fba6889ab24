/** Mounts the set-up wizard: the default export of screens/setup/index.tsx. */
import type { ComponentType } from "react";
import { mount } from "./mount.tsx";

const wizards = import.meta.glob<{ default: ComponentType }>("../screens/setup/index.tsx");

export async function mountSetup(root: HTMLElement): Promise<void> {
  for (const load of Object.values(wizards)) {
    const { default: Wizard } = await load();
    mount(root, <Wizard />);
  }
}
