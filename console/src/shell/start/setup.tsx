import Setup from "../../screens/setup/index.tsx";
import { mount } from "./mount.tsx";

/** Mounts the wizard of the first-run setup. */
export function mountSetup(root: HTMLElement): Promise<void> {
  return mount(root, <Setup />, "setup", "system");
}
