import sdk, { type Project } from '@stackblitz/sdk';

export type { EmbedOptions, FsDiff, OpenOptions, Project, VM } from '@stackblitz/sdk';

export const { connect, openProject } = sdk;

/** Lets the SDK check a project before it is sent. The SDK logs its warnings. */
export function examineProject(project: Project): void {
  try {
    sdk.embedProject(document.createElement('div'), project);
  } catch {
    // After the check, the SDK throws because the element is not in the page. So nothing is embedded, as intended.
  }
}
