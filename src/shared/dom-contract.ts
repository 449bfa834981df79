/**
 * Attributes and classes that two rings share: the build and the theme write them; the runtime, boot and `check` look
 * for them. A test fails for a name in two rings that is not declared here.
 */

// The document.

/** On the root element: `light` or `dark`. */
export const COLOR_ATTRIBUTE = 'data-prefers-color';
/** On the root element: the reader's choice, `light`, `dark` or `auto`. The switch shows it before any script has loaded. */
export const CHOICE_ATTRIBUTE = 'data-color-choice';
/** Boot script or style sheet of the document. If the file cannot be loaded, the page is reloaded once. */
export const ENTRY_ATTRIBUTE = 'data-entry';
/** Set on an entry that could not be loaded. */
export const FAILED_ATTRIBUTE = 'data-failed';
/** `<style>` in the head that a demo generated when it was rendered. */
export const DEMO_STYLE_ATTRIBUTE = 'data-demo-style';
/** On the note of an archived page that links to the current version. The value is the id of the page's version. */
export const VERSION_ATTRIBUTE = 'data-version';
/** In `dev`, on the client script: the token of the server's event stream. */
export const TOKEN_ATTRIBUTE = 'data-token';

// Static HTML and hydration.

/**
 * Element with static HTML, rendered at build time and adopted by React, never repeated as data. The value is the
 * piece's name.
 */
export const STATIC_ATTRIBUTE = 'data-static';
/** Element that needs the runtime. A click before the runtime has loaded is stored and replayed. */
export const NEEDS_RUNTIME = 'data-needs-runtime';
/** Set on the root element when the shell is hydrated, and on a demo's container when the demo is hydrated. */
export const HYDRATED_ATTRIBUTE = 'data-hydrated';
/** URL of a script that is loaded, and started with the element, on focus or input. */
export const ENHANCE_ATTRIBUTE = 'data-enhance';
/** On an element with {@link ENHANCE_ATTRIBUTE}: a URL with a query starts the script as soon as boot runs. */
export const ENHANCE_QUERY_ATTRIBUTE = 'data-enhance-query';
/** Element that needs the style sheet for rare constructs, `theme/styles/rich.css`. */
export const RICH_ATTRIBUTE = 'data-rich';

// Interface strings in static HTML.

/** The element's text is the interface string with this id. */
export const MESSAGE_ATTRIBUTE = 'data-message';
/** The element's label is the interface string with this id. */
export const MESSAGE_LABEL_ATTRIBUTE = 'data-message-label';
/** Value of `{title}` in the label. */
export const MESSAGE_TITLE_ATTRIBUTE = 'data-message-title';

// The picker of API changes.

/** Element with the selects `from` and `to`, and the box `breaking`. The value is the URL of the data. */
export const CHANGES_ATTRIBUTE = 'data-changes';
/** Empty element for the changes. */
export const CHANGES_RESULT_ATTRIBUTE = 'data-changes-result';

// Live region and copy buttons.

/** The live region, which also holds the boot script's strings in the interface language. */
export const ANNOUNCER_ATTRIBUTE = 'data-announcer';
/** Button that copies the attribute's value, or the text of the nearest visible `<pre>` if the value is empty. */
export const COPY_ATTRIBUTE = 'data-copy';
/** Set on a button that has just copied. On the live region: the text to announce then. */
export const COPIED_ATTRIBUTE = 'data-copied';
/** On the live region: the text of the prompt that is shown if copying is refused. */
export const COPY_PROMPT_ATTRIBUTE = 'data-copy-prompt';

// Links.

export const PREFETCH_ATTRIBUTE = 'data-prefetch';
/** On a link: its own prefetch timeout in milliseconds. */
export const TIMEOUT_ATTRIBUTE = 'data-prefetch-timeout';
/** List of links to headings: the boot script marks the link of the section in view. */
export const TOC_ATTRIBUTE = 'data-toc';
/** Element whose text the boot script keeps equal to the title of the section in view. The value is the page's title. */
export const SECTION_ATTRIBUTE = 'data-section';
/** On a `<details>` that closes on Escape, on a click elsewhere, and on a choice in it. */
export const MENU_ATTRIBUTE = 'data-menu';

// Tabs.

/** Panel of one of the page's tabs; the value is the tab's key. */
export const TAB_ATTRIBUTE = 'data-tab';
/** Empty element that the boot script turns into the page's tab list. */
export const TAB_LIST_ATTRIBUTE = 'data-tablist';
/** Group of panels with code or other content. Boot creates tabs for its children with {@link TITLE_ATTRIBUTE}. */
export const CODE_GROUP_ATTRIBUTE = 'data-code-group';
/** In a group whose tabs are in the HTML: the element that holds their buttons. Boot creates one if it is missing. */
export const CODE_TABS_ATTRIBUTE = 'data-code-tabs';
export const TITLE_ATTRIBUTE = 'data-title';
/** On a panel: the id of its title's interface string, if it has one. */
export const TITLE_MESSAGE_ATTRIBUTE = 'data-title-message';
/** On a tab list or group: its label. In a narrow table, on a cell: the title of its column. */
export const LABEL_ATTRIBUTE = 'data-label';
/** Set on a group whose tabs work. */
export const READY_ATTRIBUTE = 'data-ready';

// Search.

/** Hash of a URL that opens the search dialog, like the shortcut. No heading has this id. */
export const SEARCH_HASH = '#/';
/** The search dialog, and links that open it. Neither needs the runtime. */
export const SEARCH_ATTRIBUTE = 'data-search';
export const SEARCH_CLOSE_ATTRIBUTE = 'data-search-close';
/** On the search dialog: URLs of its scripts and its index, and the strings for its list and status. */
export const SEARCH_DATA = {
  script: 'data-script',
  worker: 'data-worker',
  index: 'data-index',
  loading: 'data-loading',
  none: 'data-none',
  found: 'data-found',
  instead: 'data-instead',
  recent: 'data-recent',
  forget: 'data-forget',
  main: 'data-main',
  best: 'data-best',
  other: 'data-other',
  more: 'data-more',
  nearest: 'data-nearest',
  language: 'data-language',
  all: 'data-all',
  pages: 'data-pages',
  failed: 'data-failed',
} as const;
export type SearchDatum = keyof typeof SEARCH_DATA;

// Demos.

/** Container of a demo; the value is the demo's id. Its content is the card, a React root. */
export const DEMO_ATTRIBUTE = 'data-demo';
/** Element in the card that contains the demo, with a separate React root. */
export const DEMO_ROOT_ATTRIBUTE = 'data-demo-root';
/** Set on {@link DEMO_ROOT_ATTRIBUTE} while the demo is wider than this element. */
export const WIDE_ATTRIBUTE = 'data-wide';
export const COMPACT_ATTRIBUTE = 'data-compact';
/** Element of a card for the frame of an edited demo. Elements around it also surround the frame. */
export const LIVE_STAGE_ATTRIBUTE = 'data-live-stage';
/** Set on the root of a crashed demo, with the error message, independent of what the theme shows. */
export const CRASH_ATTRIBUTE = 'data-crash';
/** Element with the steps of a demo: `playing` while they run, `edited` while the card shows another version of the demo. */
export const STEPS_ATTRIBUTE = 'data-steps';
/** Element for a note about all steps, inside of {@link STEPS_ATTRIBUTE}. */
export const STEPS_NOTE_ATTRIBUTE = 'data-steps-note';
/** Control of the player: `play`, `previous`, `next` or `speed`. The last child of `speed` has the text. */
export const STEP_ACTION_ATTRIBUTE = 'data-step-action';
/** A step in the list; the value is its state: empty, `running`, `done`, `failed` or `yours`. */
export const STEP_ATTRIBUTE = 'data-step';
/** Element in a step for a note about its state. */
export const STEP_NOTE_ATTRIBUTE = 'data-step-note';
/** Severity of a diagnostic in the overlay and the error page of `dev`. */
export const SEVERITY_ATTRIBUTE = 'data-severity';

// Code.

/** On a code block: its language. */
export const CODE_LANGUAGE_ATTRIBUTE = 'data-lang';

// Classes of HTML that is compiled without the theme, and of elements that scripts create.

export const CODE_BLOCK_CLASS = 'code-block';
/** The copy button of a code block. */
export const COPY_BUTTON_CLASS = 'copy-button';
/** The link next to a heading, which copies its URL. */
export const HEADING_ANCHOR_CLASS = 'heading-anchor';
/** Scrolling region around a table. */
export const TABLE_CLASS = 'table';
export const TAB_LIST_CLASS = 'tab-list';
export const TAB_CLASS = 'tab';
/** Box around the element of a demo that receives the input of a step. */
export const HIGHLIGHT_CLASS = 'step-highlight';
/** The editor, which the runtime inserts before the `<pre>` that it replaces. */
export const EDITOR_CLASS = 'live-editor';
