/** Document event, dispatched after the shell was rendered, hydrated or rerendered. Boot then initializes the new elements. */
export const RENDER_EVENT = 'cascader-docs:render';
/** Marks the search dialog when Enter was pressed in it, possibly before its script is loaded. */
export const ENTER_ATTRIBUTE = 'data-enter';
/** Attribute of the root element while a page loads: empty at first, then `slow` or `reload`. */
export const NAVIGATING_ATTRIBUTE = 'data-navigating';
export const SLOW = 'slow';
/** Value while the document reloads. Further navigation must then load a new document too. */
export const RELOADING = 'reload';
export const DEMO_CHANGE_EVENT = 'cascader-docs:demo-change';
/** Document event, dispatched when a demo's steps start or a demo is edited. Players of demos other than `detail` stop. */
export const PLAY_EVENT = 'cascader-docs:play';
