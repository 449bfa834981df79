/**
 * How to use each demo with the mouse and with the keyboard, and the text that it then shows.
 *
 * A recipe is data: a test opens the demo, plays `mouse` on one page and `keyboard` on another. Selectors are
 * Playwright selectors within the demo's element.
 */
export type Step =
  /** Mouse: click an element. The popup is inside the demo's element, so its options are found too. */
  | { click: string }
  /** Mouse: click a disabled element, which must have no effect (Playwright: `force`). */
  | { clickDisabled: string }
  | { doubleClick: string }
  | { hover: string }
  /** Keyboard: press Tab until the focus is on this element. */
  | { tabTo: string }
  /** Keyboard: press a key once, or `times` times. */
  | { press: string; times?: number }
  | { type: string }
  /** `in` shows this text (default: the demo's `output`). */
  | { see: string; in?: string }
  /** An element is visible, or hidden. */
  | { shown: string }
  | { hidden: string };

export interface Recipe {
  slug: string;
  /** Text of the first `output` (or of `startIn`) in the prerendered HTML. */
  start: string;
  startIn?: string;
  mouse: Step[];
  /** Empty if the component has no keyboard support (the panel). */
  keyboard: Step[];
}

const combobox = '[role=combobox]';
const popup = '.rc-cascader-dropdown';
/** Columns of an open popup. */
const columns = '.rc-cascader-menus';
const option = (name: string) =>
  `.rc-cascader-menu-item:has(> .rc-cascader-menu-item-content:text-is("${name}")) >> visible=true`;
/** Options that show more than their name. */
const optionWith = (text: string) => `.rc-cascader-menu-item:has-text("${text}") >> visible=true`;
const checkbox = (name: string) => `${option(name)} >> .rc-cascader-checkbox`;
const button = (name: string) => `button:has-text("${name}")`;
const field = (name: string) => `label:has-text("${name}") >> input`;
const value = '.rc-cascader-content';

/** Opens the popup and chooses the first option of the first two columns. */
const openFirstOfTwo: Step[] = [
  { tabTo: combobox },
  { press: 'Enter' },
  { shown: popup },
  { press: 'ArrowDown' },
  { press: 'ArrowRight' },
  { press: 'Enter' },
];

export const recipes: Recipe[] = [
  {
    slug: 'simple',
    start: 'No city chosen yet.',
    mouse: [
      { click: 'input' },
      { shown: popup },
      { click: option('Japan') },
      { click: option('Kansai') },
      { click: option('Osaka') },
      { hidden: popup },
      { see: 'You chose Japan / Kansai / Osaka.' },
    ],
    keyboard: [
      { tabTo: 'input' },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowDown' },
      { press: 'ArrowRight', times: 2 },
      { press: 'ArrowDown' },
      { press: 'Enter' },
      { hidden: popup },
      { see: 'You chose France / Normandy / Rouen.' },
    ],
  },
  {
    slug: 'search',
    start: 'No category chosen.',
    mouse: [
      { click: combobox },
      { shown: popup },
      { type: 'garden' },
      { shown: optionWith('Garden / Tools') },
      { see: 'Garden', in: 'mark' },
      { click: optionWith('Garden / Plants') },
      { see: 'Category: Garden / Plants' },
    ],
    keyboard: [
      { tabTo: combobox },
      { type: 'pan' },
      { shown: optionWith('Kitchen / Pans') },
      { press: 'ArrowDown' },
      { press: 'Enter' },
      { see: 'Category: Kitchen / Pans' },
      { type: 'zebra' },
      { see: 'No category has this name', in: columns },
    ],
  },
  {
    slug: 'multiple',
    start: 'Value: product/design',
    mouse: [
      { click: combobox },
      { click: option('Engineering') },
      { click: option('Web') },
      { see: 'Value: product/design, engineering/web' },
      { click: option('Mobile') },
      { see: 'Value: product/design, engineering' },
      { click: checkbox('Product') },
      { see: 'Value: engineering, product' },
    ],
    keyboard: [
      { tabTo: field('Name a full branch once') },
      { press: 'ArrowRight' },
      { tabTo: combobox },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowDown', times: 2 },
      { press: 'Enter' },
      { see: 'Value: product/design, engineering/web, engineering/mobile' },
      { press: 'Escape' },
      { hidden: popup },
      { press: 'Backspace' },
      { see: 'Value: product/design, engineering/web' },
    ],
  },
  {
    slug: 'multiple-search',
    start: 'No skills chosen.',
    mouse: [
      { click: '.rc-cascader' },
      { type: 'type' },
      { click: optionWith('Code / TypeScript') },
      { click: optionWith('Prose / Typesetting') },
      { see: 'Chosen: typescript, type' },
    ],
    keyboard: [
      { tabTo: combobox },
      { type: 'rust' },
      { shown: popup },
      { press: 'ArrowDown' },
      { press: 'Enter' },
      { see: 'Chosen: rust' },
    ],
  },
  {
    slug: 'disabled',
    start: 'No seat yet.',
    mouse: [
      { click: combobox },
      { clickDisabled: option('Circle') },
      { hidden: option('Row D') },
      { click: option('Stalls') },
      { clickDisabled: option('Row A') },
      { see: 'No seat yet.' },
      { click: option('Row B') },
      { see: 'Seat: stalls, b' },
      { click: field('The box office is closed') },
      { shown: `${combobox}:disabled` },
    ],
    keyboard: [
      { tabTo: combobox },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowDown', times: 2 },
      { press: 'ArrowRight' },
      { press: 'Enter' },
      { see: 'Seat: gallery, e' },
    ],
  },
  {
    slug: 'default-value',
    start: 'Portuguese / Brazil',
    startIn: value,
    mouse: [
      { click: combobox },
      { shown: option('Brazil') },
      { click: option('Portugal') },
      { see: 'Portuguese / Portugal', in: value },
      { see: 'Changed, times: 1' },
    ],
    keyboard: [
      { tabTo: combobox },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowUp' },
      { press: 'Enter' },
      { see: 'Portuguese / Portugal', in: value },
      { see: 'Changed, times: 1' },
    ],
  },
  {
    slug: 'surroundings',
    start: 'locale: en-US, theme: as the page, dir: ltr',
    mouse: [
      { click: combobox },
      { shown: option('Tea') },
      { click: option('Tea') },
      { click: option('Green') },
      { see: 'Tea / Green', in: value },
    ],
    keyboard: [...openFirstOfTwo, { see: 'Tea / Green', in: value }],
  },
  {
    slug: 'value',
    start: 'Value: ["europe","lisbon"]',
    mouse: [
      { click: combobox },
      { click: option('Oslo') },
      { see: 'Value: ["europe","oslo"]' },
      { click: button('Move to Seoul') },
      { see: 'Asia / Seoul', in: value },
      { click: button('Work from home') },
      { see: 'Choose an office', in: value },
    ],
    keyboard: [
      { tabTo: combobox },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowDown' },
      { press: 'Enter' },
      { see: 'Value: ["europe","oslo"]' },
      { tabTo: button('Move to Seoul') },
      { press: 'Enter' },
      { see: 'Value: ["asia","seoul"]' },
    ],
  },
  {
    slug: 'visible',
    start: 'The popup is closed.',
    mouse: [
      { click: button('Show the menu') },
      { see: 'The popup is open.' },
      { click: option('Soup') },
      { click: option('Miso') },
      { see: 'The popup is closed.' },
      { see: 'Soup / Miso', in: value },
      { click: field('Keep it open') },
      { see: 'The popup is open.' },
      { click: option('Leek') },
      { see: 'Soup / Leek', in: value },
      { see: 'The popup is open.' },
    ],
    keyboard: [
      { tabTo: button('Show the menu') },
      { press: 'Enter' },
      { see: 'The popup is open.' },
      { shown: `${combobox}:focus` },
      { press: 'ArrowDown', times: 2 },
      { press: 'ArrowRight' },
      { press: 'Enter' },
      { see: 'Bread / Rye', in: value },
      { see: 'The popup is closed.' },
    ],
  },
  {
    slug: 'hover',
    start: 'No shelf chosen.',
    mouse: [
      { click: combobox },
      { hover: option('Science') },
      { shown: option('Physics') },
      { hover: option('Travel') },
      { click: option('Maps') },
      { see: 'Shelf: Travel / Maps' },
    ],
    keyboard: [...openFirstOfTwo, { see: 'Shelf: Fiction / Crime' }],
  },
  {
    slug: 'panel',
    start: 'Room: north, n1',
    mouse: [
      { click: `.rc-cascader-panel >> nth=0 >> ${option('South wing')}` },
      { click: `.rc-cascader-panel >> nth=0 >> ${option('Room 4')}` },
      { see: 'Room: south, s2' },
      { click: `.rc-cascader-panel >> nth=1 >> ${checkbox('North wing')}` },
      { see: 'Booked: south, s1; north', in: 'output >> nth=1' },
      { see: 'Every room is taken today.', in: '.rc-cascader-panel-empty' },
      { click: field('Right to left') },
      { shown: '.rc-cascader-panel-rtl >> nth=0' },
      { click: field('Disabled') },
      { click: `.rc-cascader-panel >> nth=0 >> ${option('Room 3')}` },
      { see: 'Room: south, s2' },
    ],
    keyboard: [],
  },
  {
    slug: 'debug',
    start: 'onChange: [["bell"]]',
    mouse: [
      { click: combobox },
      { click: checkbox('Frame') },
      { see: 'onChange: [["bell"],["frame"]]' },
      { shown: '.rc-cascader-menu-item[title="A part of its own"]' },
      { click: '.rc-cascader-clear' },
      { see: 'onChange: []' },
    ],
    keyboard: [
      { tabTo: combobox },
      { type: 'tyre' },
      { shown: popup },
      { press: 'ArrowDown' },
      { press: 'Enter' },
      { see: 'onChange: [["bell"],["wheels","tyre"]]' },
      { tabTo: '.rc-cascader-clear' },
      { press: 'Enter' },
      { see: 'onChange: []' },
    ],
  },
  {
    slug: 'animation',
    start: 'No holiday chosen.',
    mouse: [
      { click: combobox },
      { click: option('In the hills') },
      { click: option('Climbing') },
      { see: 'Holiday: In the hills / Climbing' },
      { hidden: popup },
    ],
    keyboard: [...openFirstOfTwo, { see: 'Holiday: By the sea / Surfing' }, { hidden: popup }],
  },
  {
    slug: 'text-trigger',
    start: 'Rome',
    startIn: 'strong',
    mouse: [
      { click: button('Change city') },
      { click: option('Chile') },
      { click: option('Arica') },
      { see: 'Arica', in: 'strong' },
      { hidden: popup },
    ],
    keyboard: [
      { tabTo: button('Change city') },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowDown' },
      { press: 'ArrowRight' },
      { press: 'ArrowDown' },
      { press: 'Enter' },
      { see: 'Turin', in: 'strong' },
      { hidden: popup },
    ],
  },
  {
    slug: 'rc-form',
    start: 'Nothing ordered yet.',
    mouse: [
      { click: button('Order') },
      { see: 'Please choose a drink.', in: '[role=alert]' },
      { click: combobox },
      { click: option('Coffee') },
      { click: option('Flat white') },
      { click: button('Order') },
      { see: 'Ordered: coffee, flat-white' },
      { click: button('Start again') },
      { see: 'Nothing ordered yet.' },
      { see: 'Choose a drink', in: value },
    ],
    keyboard: [...openFirstOfTwo, { tabTo: button('Order') }, { press: 'Enter' }, { see: 'Ordered: tea, green' }],
  },
  {
    slug: 'option-render',
    start: 'No dish chosen.',
    mouse: [
      { click: combobox },
      { click: optionWith('Pizza') },
      { see: '€ 11', in: optionWith('Funghi') },
      { click: optionWith('Funghi') },
      { see: 'Funghi costs € 11.' },
    ],
    keyboard: [...openFirstOfTwo, { see: 'Margherita costs € 9.' }],
  },
  {
    slug: 'dropdown-render',
    start: 'We deliver to your home.',
    mouse: [
      { click: combobox },
      { shown: '.store-footer' },
      { click: option('Vienna') },
      { click: option('Neubau') },
      { see: 'Ready tomorrow in vienna, neubau.' },
      { click: combobox },
      { click: button('Deliver instead') },
      { see: 'We deliver to your home.' },
      { hidden: popup },
    ],
    keyboard: [
      ...openFirstOfTwo,
      { see: 'Ready tomorrow in berlin, mitte.' },
      { hidden: popup },
      { press: 'Enter' },
      { shown: popup },
      { tabTo: button('Deliver instead') },
      { press: 'Enter' },
      { see: 'We deliver to your home.' },
      { hidden: popup },
    ],
  },
  {
    slug: 'dynamic-options',
    start: 'No folder chosen.',
    mouse: [
      { click: combobox },
      { click: option('Music') },
      { shown: '.rc-cascader-menu-item-loading-icon' },
      { see: 'Folder: Music' },
      { click: option('Music of 2025') },
      { see: 'Folder: Music / Music of 2025' },
    ],
    keyboard: [
      { tabTo: combobox },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowDown' },
      { shown: option('Photos of 2024') },
      { press: 'ArrowRight' },
      { press: 'Enter' },
      { see: 'Folder: Photos / Photos of 2024' },
    ],
  },
  {
    slug: 'custom-field-name',
    start: 'No subject chosen.',
    mouse: [
      { click: combobox },
      { click: option('Arts') },
      { click: option('History') },
      { see: 'Course code: ART-HIS' },
      { see: 'Arts / History', in: value },
    ],
    keyboard: [...openFirstOfTwo, { see: 'Course code: SCI-MAT' }],
  },
  {
    slug: 'custom-arrow-icon',
    start: 'No stop chosen.',
    mouse: [
      { click: combobox },
      { shown: '.rc-cascader-menu-item-expand-icon svg >> nth=0' },
      { click: option('Night bus') },
      { shown: '.rc-cascader-menu-item-loading-icon svg' },
      { click: option('Harbour') },
      { see: 'Stop: Night bus, Harbour' },
    ],
    keyboard: [...openFirstOfTwo, { see: 'Stop: Green line, Park' }],
  },
  {
    slug: 'change-on-select',
    start: 'You follow nothing.',
    mouse: [
      { click: combobox },
      { click: option('Sport') },
      { see: 'You follow Sport.' },
      { shown: popup },
      { doubleClick: option('Football') },
      { see: 'You follow Sport / Football.' },
      { hidden: popup },
      { click: field('Open columns on hover') },
      { click: combobox },
      { hover: option('Culture') },
      { shown: option('Film') },
      { click: option('Culture') },
      { see: 'You follow Culture.' },
      { hidden: popup },
    ],
    keyboard: [
      { tabTo: combobox },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowDown' },
      { press: 'ArrowRight' },
      { press: 'Enter' },
      { see: 'You follow Sport / Football.' },
      { hidden: popup },
    ],
  },
  {
    slug: 'adjust-overflow',
    start: 'No color chosen.',
    mouse: [
      { click: combobox },
      { shown: '.rc-cascader-dropdown-placement-topLeft' },
      { click: option('Cool') },
      { shown: '.rc-cascader-dropdown-placement-topRight' },
      { click: option('Teal') },
      { see: 'Color: Cool / Teal' },
    ],
    keyboard: [...openFirstOfTwo, { see: 'Color: Warm / Amber' }],
  },
  {
    slug: 'default-expand-single-option',
    start: 'No museum chosen.',
    mouse: [
      { click: combobox },
      { click: option('Iceland') },
      { see: 'Iceland / Reykjavík / Saga Museum' },
      { click: option('Spain') },
      { see: 'Spain' },
      { click: option('Madrid') },
      { see: 'Spain / Madrid / Prado' },
    ],
    keyboard: [
      { tabTo: combobox },
      { press: 'Enter' },
      { shown: popup },
      { press: 'ArrowDown' },
      { press: 'Enter' },
      { see: 'Iceland / Reykjavík / Saga Museum' },
    ],
  },
];

const KINDS = [
  'simple', // A popup.
  'search', // Typing.
  'multiple', // Checkboxes.
  'hover', // Opened by hovering.
  'panel', // No popup.
  'surroundings', // A frame.
  'animation', // Animations.
  'rc-form', // A form, from another package.
  'debug', // Everything at once.
];

/** One demo of each kind, for slow tests. `DEMOS=all` selects all demos. */
export const ofEachKind = recipes.filter(({ slug }) => process.env.DEMOS === 'all' || KINDS.includes(slug));
