/** Repository host that `init` can write a workflow for. */
export type CiHost = 'github' | 'gitlab';

/** Tool whose sites `init` migrates. */
export type MoveTool = 'storybook' | 'vitepress' | 'docusaurus';
