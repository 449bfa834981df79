/** Event of the document after the shell was rendered, hydrated or made anew: boot looks at the new elements then. */
export const RENDER_EVENT = 'cascader-docs:render';
/** Marks elements that do nothing before the runtime is there; a click on them before is repeated after. */
export const NEEDS_RUNTIME = 'data-needs-runtime';
/** Marks the root element once the shell is alive, and the place of a demo once the demo is. */
export const HYDRATED_ATTRIBUTE = 'data-hydrated';
