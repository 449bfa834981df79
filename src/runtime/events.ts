/** Event of the document after the shell was rendered, hydrated or made anew: boot looks at the new elements then. */
export const RENDER_EVENT = 'cascader-docs:render';
/** Marks the search dialog when Enter was pressed in it, which may be before its script is there. */
export const ENTER_ATTRIBUTE = 'data-enter';
/** Attribute of the root element while a page is on its way: empty at first, then `slow`, or `reload`. */
export const NAVIGATING_ATTRIBUTE = 'data-navigating';
/** The page takes long enough to say so. */
export const SLOW = 'slow';
/** The document is loaded anew: what is asked for now needs a new document too. */
export const RELOADING = 'reload';
/** Event of a demo's place while the site is written: its files are others now. */
export const DEMO_CHANGE_EVENT = 'cascader-docs:demo-change';
