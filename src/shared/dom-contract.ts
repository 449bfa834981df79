/**
 * What a theme, the runtime, the boot script and `check` know of each other's elements, by attributes: the names of classes
 * are the theme's own, which may have others. `theme/contract.ts` says which component sets what.
 */

/** `<details>` of a menu: Escape, a click elsewhere, and a choice in it close it. */
export const MENU_ATTRIBUTE = 'data-menu';
/** Element of a card that the frame of an edited demo is put into; what is around it is around the frame too. */
export const LIVE_STAGE_ATTRIBUTE = 'data-live-stage';
/** Group of panels, of code or other content: boot makes tabs of its children with a `data-title`. */
export const CODE_GROUP_ATTRIBUTE = 'data-code-group';
/** In such a group, where the tabs are in the HTML: the element that holds their buttons. Without it boot makes one. */
export const CODE_TABS_ATTRIBUTE = 'data-code-tabs';
/** Set by the runtime on the root of a demo that has crashed, with the message; whatever a theme shows in its place. */
export const CRASH_ATTRIBUTE = 'data-crash';

/** Class of an editor, which the runtime puts before the `<pre>` that it stands for. */
export const EDITOR_CLASS = 'live-editor';
/** Class of the link beside a heading, which copies its address. Pages are compiled with it, whatever their theme. */
export const HEADING_ANCHOR_CLASS = 'heading-anchor';
