/** A test runs the example of each code. The handbook page that lists the messages is generated from this table. */
import { API_HISTORY } from './codes/api-history.ts';
import { BLOCKS } from './codes/blocks.ts';
import { BUNDLING } from './codes/bundling.ts';
import { CHECK } from './codes/check.ts';
import { CHECKOUTS } from './codes/checkouts.ts';
import { CODE_FILES } from './codes/code-files.ts';
import { COMMANDS } from './codes/commands.ts';
import { CONFIGURATION } from './codes/configuration.ts';
import { CONTENT } from './codes/content.ts';
import { DEMO_ERRORS } from './codes/demo-errors.ts';
import { LINKS } from './codes/links.ts';
import { OUTPUT } from './codes/output.ts';
import { PACKS } from './codes/packs.ts';
import { PAGES } from './codes/pages.ts';
import { PLAYGROUNDS } from './codes/playgrounds.ts';
import { PLUGINS } from './codes/plugins.ts';
import { RENDERING } from './codes/rendering.ts';
import { SANDBOXES } from './codes/sandboxes.ts';
import { SITE } from './codes/site.ts';
import { TYPES } from './codes/types.ts';
import { VERSIONS } from './codes/versions.ts';

export const STAGES: Record<string, string> = {
  1: 'Command line and configuration',
  2: 'Finding and reading pages',
  3: 'Compiling pages: links, demos, MDX',
  4: 'Bundling demos, pages and styles',
  5: 'Rendering',
  6: 'Writing',
  7: 'Sandboxes',
  8: 'Types',
};

/** All entries of the table, by code. */
export const CODES = {
  ...CONFIGURATION,
  ...COMMANDS,
  ...PAGES,
  ...SITE,
  ...CODE_FILES,
  ...CONTENT,
  ...LINKS,
  ...BLOCKS,
  ...PLUGINS,
  ...BUNDLING,
  ...DEMO_ERRORS,
  ...RENDERING,
  ...OUTPUT,
  ...SANDBOXES,
  ...TYPES,
  ...PLAYGROUNDS,
  ...CHECK,
  ...API_HISTORY,
  ...CHECKOUTS,
  ...VERSIONS,
  ...PACKS,
};

/** A code is `CD` and three digits; the first digit is the stage, see {@link STAGES}. */
export type Code = keyof typeof CODES;
