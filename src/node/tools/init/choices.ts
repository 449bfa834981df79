/** Values of the flags of `init`. The command line reads them before it loads the rest of the tool. */

/** Repository hosts that `init` can write a workflow for. */
export const CI_HOSTS = ['github'] as const;

export type CiHost = (typeof CI_HOSTS)[number];

/** Tools whose sites `init` moves. */
export const MOVE_TOOLS = ['storybook', 'vitepress', 'docusaurus'] as const;

export type MoveTool = (typeof MOVE_TOOLS)[number];
