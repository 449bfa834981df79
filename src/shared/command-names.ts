/** Names of the built-in commands, which no plugin can use. */
export const COMMAND_NAMES = [
  'build',
  'dev',
  'preview',
  'check',
  'affected',
  'report',
  'api',
  'versions',
  'translations',
  'doctor',
  'cache',
  'mcp',
  'pack',
  'init',
  'sandbox',
] as const;

/** Name of a built-in command. */
export type CommandName = (typeof COMMAND_NAMES)[number];
