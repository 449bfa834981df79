/** Variables of the scripts that are bundled one by one. */

/** Variable that the script of a unit declares: its property `module` is the demo or page. */
export const UNIT = 'cascaderUnit';

/** Variable that says whether React checks its use. */
export const ENVIRONMENT = 'cascaderDocsEnvironment';

/** Begins a script that is the same at build and in the browser: there, the environment is set before. */
export const ENVIRONMENT_BANNER = `var ${ENVIRONMENT} = globalThis.${ENVIRONMENT} ?? "production";`;
