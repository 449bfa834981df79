/** Variable that the script of a unit declares: its property `module` is the demo or page. */
export const UNIT = 'cascaderUnit';

/** Variable that replaces `process.env.NODE_ENV`. It enables React's development checks. */
export const ENVIRONMENT = 'cascaderDocsEnvironment';

/** In the browser, the global variable is set earlier. */
export const ENVIRONMENT_BANNER = `var ${ENVIRONMENT} = globalThis.${ENVIRONMENT} ?? "production";`;
