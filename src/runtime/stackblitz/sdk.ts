import sdk, { type Project } from '@stackblitz/sdk';

export type { EmbedOptions, FsDiff, OpenOptions, Project, VM } from '@stackblitz/sdk';

/** What is used of the SDK: it opens projects in a window, and talks to the editor in a frame. */
export const { connect, openProject } = sdk;

/** Has the SDK look at a project that is about to be sent: what it has against it, it says in the console. */
export function examineProject(project: Project): void {
  try {
    sdk.embedProject(document.createElement('div'), project);
  } catch {
    // It looks first, and then finds that the element is not in the page: nothing is embedded, as it should be.
  }
}
