/** Variable that the script of a unit declares. Its property `module` is the module of the demo or page. */
export const UNIT = 'cascaderUnit';

/** Variable that replaces `process.env.NODE_ENV`. It enables React's development checks. */
export const ENVIRONMENT = 'cascaderDocsEnvironment';

/** Declares the variable. In the browser, the global variable is set before this code runs. */
export const ENVIRONMENT_BANNER = `var ${ENVIRONMENT} = globalThis.${ENVIRONMENT} ?? "production";`;
