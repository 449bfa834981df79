// Three libraries for verdict.mjs, with the edits that were decided before the first run. An edit: what it changes, its file, a part of
//   the file, what replaces it, and a text that the finding must contain. Edits of a round are applied together: see verdict.mjs.
import fs from 'node:fs';
import path from 'node:path';

const OWN = path.resolve(import.meta.dirname, '../../docs/_handbook/library/src');

/** A module that makes an export larger. Its text does not compress. */
export const HEAVY = `export const heavy = () => '${Array.from({ length: 3000 }, (_, at) => ((at * 7919 + at * at * 31) % 1_000_003).toString(36)).join('')}';\n`;

const heavy = (file, from) => [
  'size',
  file,
  from,
  `import { heavy } from './heavy';\nif (typeof heavy !== 'function') heavy();\n${from}`,
];
const page = (name, extra = '') =>
  `# ${name}\n\n## Usage of ${name}\n\n<code src="../demos/${name}.tsx"></code>\n\n## API\n\n<API id="${name}"></API>\n${extra}`;
const demo = (name, jsx) => `import { ${name} } from 'kit';\nexport default () => ${jsx};\n`;

const ROWS = "[{ name: 'Ada', age: 36 }, { name: 'Bob', age: 40 }]";
const COLUMNS = "[{ key: 'name', title: 'Name' }, { key: 'age', title: 'Age' }]";

/** The library of the handbook: style sheets with custom properties, and states in attributes. */
export const plain = {
  files: {
    ...Object.fromEntries(
      fs.readdirSync(OWN).map((name) => [`src/${name}`, fs.readFileSync(path.join(OWN, name), 'utf8')]),
    ),
    'demos/Button.tsx': demo('Button', '<div><Button tone="loud">Save</Button><Button>Cancel</Button></div>'),
    'demos/Card.tsx': demo('Card', '<Card title="Plan"><a href="https://example.org">More</a></Card>'),
    'demos/Switch.tsx': demo('Switch', '<Switch defaultChecked>Notifications</Switch>'),
    'demos/Rating.tsx': demo('Rating', '<Rating label="How was it?" defaultValue={2} />'),
    'demos/Table.tsx': demo('Table', `<Table caption="People" columns={${COLUMNS}} rows={${ROWS}} />`),
  },
  components: ['Button', 'Card', 'Switch', 'Rating', 'Table'],
  rounds: [
    [
      ['api', 'src/Button.tsx', "tone?: 'quiet' | 'loud';", "tone?: 'quiet' | 'loud' | 'danger';", 'Button#tone'],
      [
        'api',
        'src/Card.tsx',
        'title: string;',
        'title: string;\n  /** A part below the content. */\n  footer?: ReactNode;',
        'Card#footer',
      ],
      ['api', 'src/Switch.tsx', 'disabled?: boolean;', 'disabled: boolean;', 'Switch#disabled'],
      ['api', 'src/Rating.tsx', 'words?: string[];', 'words?: readonly string[];', 'Rating#words'],
      ['api', 'src/Table.tsx', 'title: string;', 'title: string | undefined;', 'TableColumn#title'],
      [
        'variable',
        'src/tokens.css',
        '  --ui-radius-large: var(--radius-large, 0.75rem);\n',
        '',
        'removed --ui-radius-large',
      ],
      [
        'variable',
        'src/button.css',
        'background: var(--ui-surface);',
        'background: var(--ui-button-surface, #fff);',
        'added --ui-button-surface',
      ],
      [
        'variable',
        'src/card.css',
        'color: var(--ui-text);',
        'color: var(--ui-card-text, #1b1f26);',
        'added --ui-card-text',
      ],
      [
        'variable',
        'src/switch.css',
        'border-radius: var(--ui-radius);',
        'border-radius: var(--ui-switch-radius, 0.5rem);',
        'added --ui-switch-radius',
      ],
      [
        'variable',
        'src/rating.css',
        'color: var(--ui-text-soft);',
        'color: var(--ui-rating-soft, #454d5e);',
        'added --ui-rating-soft',
      ],
      [
        'variable',
        'src/table.css',
        'background: var(--ui-hover);',
        'background: var(--ui-table-head, #f6f7f9);',
        'added --ui-table-head',
      ],
      ['data', 'src/Button.tsx', 'data-tone={tone}', 'data-look={tone}', 'removed button[data-tone="loud"]'],
      [
        'data',
        'src/Card.tsx',
        'className="ui-card"',
        'className="ui-card" data-part="root"',
        'added article[data-part="root"]',
      ],
      [
        'data',
        'src/Switch.tsx',
        'className="ui-switch"',
        "className=\"ui-switch\" data-state={checked ? 'on' : 'off'}",
        'added button[data-state="on"]',
      ],
      ['data', 'src/Rating.tsx', 'data-on={index < value}', 'data-on={index <= value}', 'label[data-on='],
      ['data', 'src/Table.tsx', "data-number={typeof row[key] === 'number'}", '', 'td[data-number='],
      [
        'console',
        'src/Button.tsx',
        '  return <button',
        "  console.error('Button is old');\n  return <button",
        'Button is old',
      ],
      [
        'console',
        'src/Card.tsx',
        '  const id = useId();',
        "  const id = useId();\n  console.error('Card is old');",
        'Card is old',
      ],
      [
        'console',
        'src/Switch.tsx',
        '  const toggle',
        "  console.warn('Switch is old');\n  const toggle",
        'Switch is old',
      ],
      [
        'console',
        'src/Rating.tsx',
        '  const choose',
        "  console.error('Rating is old');\n  const choose",
        'Rating is old',
      ],
      [
        'console',
        'src/Table.tsx',
        '  const sorted',
        "  console.error('Table is old');\n  const sorted",
        'Table is old',
      ],
      heavy('src/Button.tsx', "import './tokens.css';"),
      heavy('src/Card.tsx', "import './tokens.css';"),
      heavy('src/Switch.tsx', "import './tokens.css';"),
      heavy('src/Rating.tsx', "import './tokens.css';"),
      heavy('src/Table.tsx', "import './tokens.css';"),
      ['address', 'docs/Button.md', '## Usage of Button', '## How to use Button', 'Button#usage-of-button'],
      ['address', 'docs/Card.md', '## Usage of Card', '## Using it', 'Card#usage-of-card'],
      ['address', 'docs/Old.md', undefined, undefined, '/Old'],
    ],
    [
      ['role', 'src/Switch.tsx', 'role="switch"', 'role="checkbox"', 'removed switch'],
      ['role', 'src/Card.tsx', /article/g, 'section', 'removed article'],
      ['role', 'src/Rating.tsx', /fieldset/g, 'div', 'removed group'],
      ['role', 'src/Button.tsx', 'className="ui-button"', 'className="ui-button" role="link"', 'removed button'],
      ['role', 'src/Table.tsx', "const Cell = index === 0 ? 'th' : 'td';", "const Cell = 'td';", 'rowheader'],
      ['name', 'src/Rating.tsx', 'aria-label={word}', "aria-label={word + ' star'}", '"Poor star"'],
      ['name', 'src/Card.tsx', 'aria-labelledby={id}', 'aria-label="Card"', '"Card"'],
      ['name', 'demos/Button.tsx', '>Save<', '>Store<', '"Store"'],
      ['name', 'src/Table.tsx', '<caption>{caption}</caption>', '<caption>Table: {caption}</caption>', 'Table: People'],
      ['name', 'src/Switch.tsx', '{children}\n    </button>', '{children} mode\n    </button>', 'Notifications mode'],
      [
        'dom',
        'src/Button.tsx',
        'return <button {...rest} type={type}',
        'return <button {...rest} type="submit"',
        '[type="submit"]',
      ],
      [
        'dom',
        'src/Table.tsx',
        '<div className="ui-table-scroller">',
        '<div className="ui-table-scroller" title="Scrolls">',
        '[title="Scrolls"]',
      ],
      [
        'dom',
        'src/Rating.tsx',
        '<span aria-hidden="true">{words[value - 1]}</span>',
        '<b aria-hidden="true">{words[value - 1]}</b>',
        '> b',
      ],
      ['dom', 'src/Switch.tsx', 'disabled={disabled}', 'disabled={disabled} name="switch"', '[name="switch"]'],
      ['dom', 'src/Card.tsx', '{children}\n', '<div>{children}</div>\n', '> div'],
    ],
    [
      [
        'focus',
        'src/Button.tsx',
        'className="ui-button"',
        'className="ui-button" tabIndex={tone === \'loud\' ? 0 : 1}',
        'focus: order',
      ],
      [
        'focus',
        'src/Switch.tsx',
        'className="ui-switch"',
        'className="ui-switch" tabIndex={-1}',
        'focus: removed button|focus: removed switch',
      ],
      [
        'focus',
        'src/Table.tsx',
        '<button type="button" onClick',
        '<button tabIndex={key === \'age\' ? 1 : 0} type="button" onClick',
        'focus: order',
      ],
      ['focus', 'src/Card.tsx', 'className="ui-card"', 'className="ui-card" tabIndex={0}', 'focus: added article'],
      [
        'focus',
        'src/Rating.tsx',
        'type="radio"',
        'type="radio" tabIndex={index === 0 ? 0 : -1}',
        'focus: number input|focus: removed input',
      ],
      ['screenshot', 'src/button.css', 'padding: 0.5rem 1rem;', 'padding: 0.5rem 1.25rem;'],
      ['screenshot', 'src/card.css', 'gap: 1rem;', 'gap: 1.5rem;'],
      ['screenshot', 'src/switch.css', 'inline-size: 2.5rem;', 'inline-size: 2.25rem;'],
      ['screenshot', 'src/rating.css', 'inline-size: 2rem;', 'inline-size: 1.75rem;'],
      ['screenshot', 'src/table.css', 'font-weight: 650;', 'font-weight: 400;'],
    ],
    [
      [
        'nothing',
        'src/Button.tsx',
        'return <button {...rest} type={type}',
        'const own = { type };\n  return <button {...rest} {...own}',
      ],
      ['nothing', 'src/Button.tsx', 'return <button', '// The tone is for style sheets.\n  return <button'],
      ['nothing', 'src/Card.tsx', /\bid\b(?=[;}])/g, 'name'],
      ['nothing', 'src/Card.tsx', 'const id = useId', 'const name = useId'],
      [
        'nothing',
        'src/Switch.tsx',
        'const toggle = () => {',
        '// Also calls the owner.\n  const toggle = (): void => {',
      ],
      ['nothing', 'src/Rating.tsx', 'const choose = (star: number) => {', 'const choose = (star: number): void => {'],
      ['nothing', 'src/Rating.tsx', /\bword\b(?! for)/g, 'text'],
      ['nothing', 'src/Table.tsx', /\bCell\b/g, 'Tag'],
      [
        'nothing',
        'src/Table.tsx',
        'function compare(a: string',
        '/** Compares two cells. */\nfunction compare(a: string',
      ],
      ['nothing', 'src/button.css', '  cursor: pointer;\n}', '  cursor: pointer;\n}\n/* End. */'],
      ['nothing', 'src/card.css', 'padding: 1.25rem;', 'padding: 20px;'],
      [
        'nothing',
        'src/switch.css',
        'border: 0;\n  border-radius: var(--ui-radius);',
        'border-radius: var(--ui-radius);\n  border: 0;',
      ],
      ['nothing', 'src/rating.css', /ui-rating/g, 'ui-stars'],
      ['nothing', 'src/Rating.tsx', 'ui-rating', 'ui-stars'],
      ['nothing', 'src/tokens.css', 'Colors and radii', 'The colors and radii'],
      [
        'nothing',
        'src/table.css',
        '.ui-table-scroller {\n  overflow-x: auto;\n}',
        '.ui-table-scroller { overflow-x: auto; }',
      ],
      [
        'nothing',
        'src/index.ts',
        "export * from './Button.tsx';\nexport * from './Card.tsx';",
        "export * from './Card.tsx';\nexport * from './Button.tsx';",
      ],
      ['nothing', 'README.md', 'Kit', 'A kit'],
    ],
  ],
};

/** Components with CSS modules, of one shape: markup, properties, and a style sheet. */
const modules = {
  Tabs: [
    `  const [open, setOpen] = useState(0);
  return (
    <div className={styles.root} data-look={look}>
      <div role="tablist" aria-label={label}>
        {items.map((item, at) => (
          <button key={item} type="button" role="tab" aria-selected={at === open} onClick={() => setOpen(at)}>{item}</button>
        ))}
      </div>
      <div role="tabpanel" aria-label={items[open]} className={styles.panel}>Text of {items[open]}</div>
    </div>
  );`,
    "items?: string[];\n  look?: 'line' | 'box';",
    "label = 'Parts', items = ['One', 'Two'], look = 'line'",
  ],
  Alert: [
    `  return (
    <div role="alert" className={styles.root} data-look={look}>
      <strong>{label}</strong>
      <p className={styles.panel}>Text</p>
      <button type="button" aria-label="Close" onClick={onClose}>×</button>
      <a href="https://example.org">More</a>
    </div>
  );`,
    "onClose?: () => void;\n  look?: 'info' | 'bad';",
    "label = 'Saved', onClose, look = 'info'",
  ],
  Field: [
    `  const id = useId();
  return (
    <div className={styles.root} data-look={look}>
      <label htmlFor={id}>{label}</label>
      <input id={id} type="text" aria-describedby={id + '-hint'} required={needed} />
      <p id={id + '-hint'} className={styles.panel}>Hint</p>
      <button type="button">Clear</button>
    </div>
  );`,
    "needed?: boolean;\n  look?: 'wide' | 'small';",
    "label = 'Name', needed = false, look = 'wide'",
  ],
  Menu: [
    `  return (
    <nav aria-label={label} className={styles.root} data-look={look}>
      <ul className={styles.panel}>
        {items.map((item) => (
          <li key={item}><a href={'#' + item} aria-current={item === items[0] ? 'page' : undefined}>{item}</a></li>
        ))}
      </ul>
    </nav>
  );`,
    "items?: string[];\n  look?: 'top' | 'side';",
    "label = 'Main', items = ['Home', 'Docs'], look = 'top'",
  ],
  Badge: [
    `  return (
    <button type="button" className={styles.root} data-look={look} aria-pressed={on}>
      <span className={styles.panel}>{label}</span>
      <img alt="Star" width="8" height="8" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" />
    </button>
  );`,
    "on?: boolean;\n  look?: 'round' | 'flat';",
    "label = 'New', on = true, look = 'round'",
  ],
};

function moduleSource(name) {
  const [body, types, params] = modules[name];
  return `import { useId, useState } from 'react';
import styles from './${name}.module.css';

export interface ${name}Props {
  /** The text. */
  label?: string;
  ${types}
}

/** A component with the name ${name}. */
export function ${name}({ ${params} }: ${name}Props) {
${body}
}
`.replace(
    "import { useId, useState } from 'react';\n",
    /use(Id|State)/.test(body) ? "import { useId, useState } from 'react';\n" : '',
  );
}

const moduleSheet = (name) => `.root {
  --${name.toLowerCase()}-gap: 8px;
  display: grid;
  gap: var(--${name.toLowerCase()}-gap);
  padding: 12px;
  color: var(--kit-text, #222);
}

.panel {
  margin: 0;
  background: var(--kit-soft, #eef);
}
`;

const NAMES = Object.keys(modules);
const each = (edit) => NAMES.map(edit);

/** Components with CSS modules. */
export const cssModules = {
  files: {
    'src/index.ts': NAMES.map((name) => `export * from './${name}';\n`).join(''),
    ...Object.fromEntries(
      NAMES.flatMap((name) => [
        [`src/${name}.tsx`, moduleSource(name)],
        [`src/${name}.module.css`, moduleSheet(name)],
        [`demos/${name}.tsx`, demo(name, `<${name} />`)],
      ]),
    ),
  },
  components: NAMES,
  rounds: [
    [
      ['api', 'src/Tabs.tsx', "look?: 'line' | 'box';", "look?: 'line';", 'Tabs#look'],
      ['api', 'src/Alert.tsx', 'onClose?: () => void;', 'onClose?: (label: string) => void;', 'Alert#onClose'],
      [
        'api',
        'src/Field.tsx',
        'needed?: boolean;',
        'needed?: boolean;\n  /** Below the field. */\n  hint?: string;',
        'Field#hint',
      ],
      ['api', 'src/Menu.tsx', 'items?: string[];', 'items: string[];', 'Menu#items'],
      ['api', 'src/Badge.tsx', 'on = true', 'on = Boolean(label)', 'Badge#on default'],
      ...each((name) => [
        'variable',
        `src/${name}.module.css`,
        new RegExp(`--${name.toLowerCase()}-gap`, 'g'),
        `--${name.toLowerCase()}-space`,
        `--${name.toLowerCase()}-gap`,
      ]),
      ...each((name) => ['data', `src/${name}.tsx`, 'data-look={look}', 'data-kind={look}', '[data-look=']),
      ...each((name, at) => [
        'console',
        `src/${name}.tsx`,
        '  return (',
        `  console.${at % 2 ? 'warn' : 'error'}('${name} is old');\n  return (`,
        `${name} is old`,
      ]),
      ...each((name) => heavy(`src/${name}.tsx`, `import styles`)),
      ['address', 'docs/Tabs.md', '## Usage of Tabs', '## Use', 'Tabs#usage-of-tabs'],
      ['address', 'docs/Old.md', undefined, undefined, '/Old'],
    ],
    [
      ['role', 'src/Tabs.tsx', 'role="tablist"', 'role="toolbar"', 'removed tablist'],
      ['role', 'src/Alert.tsx', 'role="alert"', 'role="status"', 'removed alert'],
      ['role', 'src/Field.tsx', 'type="text"', 'type="search"', 'searchbox'],
      ['role', 'src/Menu.tsx', /nav\b/g, 'div', 'removed navigation'],
      ['role', 'src/Badge.tsx', 'aria-pressed={on}', 'role="switch" aria-checked={on}', 'added switch'],
      [
        'name',
        'src/Tabs.tsx',
        'role="tabpanel" aria-label={items[open]}',
        'role="tabpanel" aria-label="Content"',
        '"Content"',
      ],
      ['name', 'src/Alert.tsx', 'aria-label="Close"', 'aria-label="Hide"', '"Hide"'],
      ['name', 'src/Field.tsx', '>Clear<', '>Reset<', '"Reset"'],
      ['name', 'src/Menu.tsx', '>{item}</a>', '>{item} page</a>', '"Home page"'],
      ['name', 'src/Badge.tsx', 'alt="Star"', 'alt="Gold"', '"Gold"'],
      ['dom', 'src/Tabs.tsx', 'Text of {items[open]}</div>', '<p>Text of {items[open]}</p></div>', '> p'],
      ['dom', 'src/Alert.tsx', /strong/g, 'em', '> em'],
      ['dom', 'src/Field.tsx', 'required={needed}', 'required={needed} maxLength={80}', '[maxlength='],
      ['dom', 'src/Menu.tsx', /\bul\b/g, 'ol', 'ol'],
      ['dom', 'src/Badge.tsx', 'width="8"', 'width="9"', '[width="9"]'],
      ['address', 'docs/Menu.md', '## Usage of Menu', '## Use', 'Menu#usage-of-menu'],
    ],
    [
      [
        'focus',
        'src/Tabs.tsx',
        'type="button" role="tab"',
        'type="button" tabIndex={at === open ? 0 : -1} role="tab"',
        'focus: removed tab "Two"',
      ],
      [
        'focus',
        'src/Alert.tsx',
        '<a href="https://example.org">',
        '<a tabIndex={1} href="https://example.org">',
        'focus: order',
      ],
      [
        'focus',
        'src/Field.tsx',
        '<button type="button">',
        '<button type="button" disabled>',
        'focus: removed button "Clear"',
      ],
      [
        'focus',
        'src/Menu.tsx',
        '<ul className={styles.panel}>',
        '<ul className={styles.panel} tabIndex={0}>',
        'focus: added ul',
      ],
      ['focus', 'src/Badge.tsx', 'aria-pressed={on}', 'aria-pressed={on} tabIndex={-1}', 'focus: removed button'],
      ['screenshot', 'src/Tabs.module.css', 'padding: 12px;', 'padding: 13px;'],
      ['screenshot', 'src/Alert.module.css', '#222', '#822'],
      ['screenshot', 'src/Field.module.css', /(gap|space): 8px/, '$1: 14px'],
      ['screenshot', 'src/Menu.module.css', '#eef', '#dde'],
      ['screenshot', 'src/Badge.module.css', 'display: grid;', 'display: inline-grid;'],
    ],
    [
      ...each((name) => ['nothing', `src/${name}.module.css`, /\broot\b/g, 'outer']),
      ...each((name) => ['nothing', `src/${name}.tsx`, 'styles.root', 'styles.outer']),
      ['nothing', 'src/Tabs.tsx', /\bat\b/g, 'index'],
      ['nothing', 'src/Alert.tsx', '{label}</strong>', "{[label].join('')}</strong>"],
      ['nothing', 'src/Field.tsx', 'const id = useId();', "const id = 'field' + useId();"],
      ['nothing', 'src/Menu.tsx', 'items.map((item) => (', 'items.slice().map((item) => ('],
      ['nothing', 'src/Badge.tsx', '  return (', '  // The star is decoration.\n  return ('],
      [
        'nothing',
        'src/Alert.module.css',
        '  margin: 0;\n  background: var(--kit-soft, #eef);',
        '  background: var(--kit-soft, #eef);\n  margin: 0;',
      ],
      ['nothing', 'README.md', 'Kit', 'A kit'],
    ],
  ],
};
/** Components of Radix with classes of Tailwind. */
const radix = {
  Dialog: [
    "import { Dialog as Base } from 'radix-ui';",
    `    <Base.Root open={open} modal={false}>
      <Base.Content aria-describedby={undefined} className="rounded border p-4" data-look={look}>
        <Base.Title className="text-lg font-bold">{label}</Base.Title>
        <p className="text-sm">Text</p>
        <Base.Close className="rounded bg-blue-700 px-3 py-1 text-white">Close</Base.Close>
        <a href="https://example.org">More</a>
      </Base.Content>
    </Base.Root>`,
    'open = true',
    'open?: boolean',
  ],
  Accordion: [
    "import { Accordion as Base } from 'radix-ui';",
    `    <Base.Root type="single" defaultValue="One" collapsible={free} className="grid gap-2" data-look={look}>
      {['One', 'Two'].map((item) => (
        <Base.Item key={item} value={item}>
          <Base.Header><Base.Trigger className="p-2 font-bold">{label} {item}</Base.Trigger></Base.Header>
          <Base.Content className="p-2 text-sm">Text of {item}</Base.Content>
        </Base.Item>
      ))}
    </Base.Root>`,
    'free = true',
    'free?: boolean',
  ],
  Checkbox: [
    "import { Checkbox as Base } from 'radix-ui';",
    `    <div className="flex gap-2 p-2">
      <Base.Root defaultChecked={on} aria-label={label} className="size-5 border" data-look={look}>
        <Base.Indicator>✓</Base.Indicator>
      </Base.Root>
      <span className="text-sm">{label}</span>
      <button type="button" className="underline">Undo</button>
    </div>`,
    'on = true',
    'on?: boolean',
  ],
  Toggle: [
    "import { ToggleGroup as Base } from 'radix-ui';",
    `    <Base.Root type="single" defaultValue="Left" aria-label={label} rovingFocus={rove} className="flex gap-1 p-1" data-look={look}>
      {['Left', 'Right'].map((item) => (
        <Base.Item key={item} value={item} className="rounded px-2 py-1">{item}</Base.Item>
      ))}
    </Base.Root>`,
    'rove = false',
    'rove?: boolean',
  ],
  Meter: [
    "import { Progress as Base } from 'radix-ui';",
    `    <div className="grid gap-2 p-2">
      <Base.Root value={40} aria-label={label} className="h-3 bg-gray-200" data-look={look}>
        <Base.Indicator className="h-3 w-2/5 bg-blue-700" />
      </Base.Root>
      <p className="text-sm">{shown && '40 %'}</p>
      <button type="button" className="border px-2">Stop</button>
      <a href="https://example.org">Help</a>
    </div>`,
    'shown = true',
    'shown?: boolean',
  ],
};

const radixSource = (name, [head, body, param, type]) => `${head}

export interface ${name}Props {
  /** The text. */
  label?: string;
  ${type};
  look?: 'plain' | 'strong';
}

/** A component with the name ${name}. */
export function ${name}({ label = 'Name', look = 'plain', ${param} }: ${name}Props) {
  return (
${body}
  );
}
`;

const RADIX = Object.keys(radix);
const ofRadix = (edit) => RADIX.map(edit);

/** Components of Radix, with Tailwind. */
export const tailwind = {
  packages: ['radix-ui@1', 'tailwindcss@4', '@tailwindcss/postcss@4'],
  config: "demo: { setup: './docs/setup.ts' },",
  files: {
    'postcss.config.mjs': "export default { plugins: { '@tailwindcss/postcss': {} } };\n",
    'docs/setup.ts': "import '../src/style.css';\n",
    'src/style.css':
      "@import 'tailwindcss';\n@theme {\n  --color-blue-700: #1447e6;\n}\n:root {\n  --kit-ring: 2px;\n  --kit-font: 14px;\n}\nbutton { font-size: var(--kit-font); }\n",
    'src/index.ts': RADIX.map((name) => `export * from './${name}';\n`).join(''),
    ...Object.fromEntries(
      RADIX.flatMap((name) => [
        [`src/${name}.tsx`, radixSource(name, radix[name])],
        [`demos/${name}.tsx`, demo(name, `<${name} />`)],
      ]),
    ),
  },
  components: RADIX,
  rounds: [
    [
      ['api', 'src/Dialog.tsx', 'open?: boolean;', '', 'Dialog#open'],
      ['api', 'src/Accordion.tsx', 'free?: boolean;', "free?: boolean | 'once';", 'Accordion#free'],
      ['api', 'src/Checkbox.tsx', 'on?: boolean;', 'on?: boolean;\n  size?: number;', 'Checkbox#size'],
      ['api', 'src/Toggle.tsx', 'label?: string;', 'label: string;', 'Toggle#label'],
      ['api', 'src/Meter.tsx', 'shown = true', 'shown = !label', 'Meter#shown default'],
      ['variable', 'src/style.css', '  --kit-ring: 2px;\n', '', 'removed --kit-ring'],
      ['variable', 'src/style.css', /--kit-font/g, '--kit-text', '--kit-font'],
      [
        'variable',
        'src/Meter.tsx',
        'className="h-3 bg-gray-200"',
        'className="h-3 bg-gray-200" style={{ \'--meter\': 1 } as object}',
        'added --meter',
      ],
      [
        'variable',
        'src/Dialog.tsx',
        'rounded border p-4',
        'rounded border p-[var(--dialog-space,1rem)]',
        'added --dialog-space',
      ],
      [
        'variable',
        'src/Checkbox.tsx',
        'flex gap-2 p-2',
        'flex gap-[var(--checkbox-gap,0.5rem)] p-2',
        'added --checkbox-gap',
      ],
      ...ofRadix((name) => ['data', `src/${name}.tsx`, 'data-look={look}', 'data-kind={look}', '[data-look=']),
      ...ofRadix((name, at) => [
        'console',
        `src/${name}.tsx`,
        '  return (',
        `  console.${at % 2 ? 'warn' : 'error'}('${name} is old');\n  return (`,
        `${name} is old`,
      ]),
      ...ofRadix((name) => heavy(`src/${name}.tsx`, 'import {')),
      ['address', 'docs/Toggle.md', '## Usage of Toggle', '## Use', 'Toggle#usage-of-toggle'],
      ['address', 'docs/Old.md', undefined, undefined, '/Old'],
    ],
    [
      [
        'role',
        'src/Dialog.tsx',
        'aria-describedby={undefined}',
        'aria-describedby={undefined} role="alertdialog"',
        'removed dialog',
      ],
      [
        'role',
        'src/Accordion.tsx',
        /<Base\.Header>(.*)<\/Base\.Header>/,
        '<Base.Header asChild><div>$1</div></Base.Header>',
        'removed heading',
      ],
      ['role', 'src/Checkbox.tsx', 'defaultChecked={on}', 'defaultChecked={on} role="switch"', 'removed checkbox'],
      ['role', 'src/Toggle.tsx', 'type="single"', 'role="toolbar" type="single"', 'added toolbar'],
      ['role', 'src/Meter.tsx', 'value={40}', 'value={40} role="meter"', 'removed progressbar'],
      ['name', 'src/Dialog.tsx', '>Close<', '>Done<', '"Done"'],
      ['name', 'src/Accordion.tsx', '{label} {item}', '{label}: {item}', '"Name: One"'],
      ['name', 'src/Checkbox.tsx', '>Undo<', '>Back<', '"Back"'],
      ['name', 'src/Toggle.tsx', 'aria-label={label}', "aria-label={label + ' side'}", '"Name side"'],
      ['name', 'src/Meter.tsx', '>Stop<', '>End<', '"End"'],
      [
        'dom',
        'src/Dialog.tsx',
        '<p className="text-sm">Text</p>',
        '<section className="text-sm">Text</section>',
        '> section',
      ],
      ['dom', 'src/Accordion.tsx', 'Text of {item}<', '<p>Text of {item}</p><', '> p'],
      [
        'dom',
        'src/Checkbox.tsx',
        '<span className="text-sm">',
        '<span className="text-sm" title="Text">',
        'span[title="Text"]',
      ],
      ['dom', 'src/Toggle.tsx', '>{item}</Base', '><i>{item}</i></Base', '> i'],
      ['dom', 'src/Meter.tsx', '<p className="text-sm">', '<p className="text-sm" lang="de">', 'p[lang="de"]'],
      ['address', 'docs/Meter.md', '## Usage of Meter', '## Use', 'Meter#usage-of-meter'],
    ],
    [
      ['focus', 'src/Dialog.tsx', '<a href', '<a tabIndex={-1} href', 'focus: removed a "More"'],
      [
        'focus',
        'src/Accordion.tsx',
        'value={item}>',
        "value={item} disabled={item === 'Two'}>",
        'focus: removed button "Name Two"',
      ],
      ['focus', 'src/Checkbox.tsx', '<button type="button"', '<button tabIndex={1} type="button"', 'focus: order'],
      [
        'focus',
        'src/Toggle.tsx',
        'rove = false',
        'rove = true',
        'focus: removed radio "Right"|focus: removed button "Right"',
      ],
      ['focus', 'src/Meter.tsx', '<p className="text-sm">', '<p className="text-sm" tabIndex={0}>', 'focus: added p'],
      ['screenshot', 'src/Dialog.tsx', 'text-lg', 'text-xl'],
      ['screenshot', 'src/Accordion.tsx', 'grid gap-2', 'grid gap-4'],
      ['screenshot', 'src/Checkbox.tsx', 'size-5', 'size-6'],
      ['screenshot', 'src/Toggle.tsx', 'px-2 py-1', 'px-3 py-1'],
      ['screenshot', 'src/Meter.tsx', 'w-2/5', 'w-3/5'],
    ],
    [
      ['nothing', 'src/Dialog.tsx', 'rounded border p-4', 'p-4 rounded border'],
      ['nothing', 'src/Dialog.tsx', 'Dialog as Base', 'Dialog as Radix'],
      ['nothing', 'src/Dialog.tsx', /Base\./g, 'Radix.'],
      ['nothing', 'src/Accordion.tsx', /\bitem\b/g, 'part'],
      ['nothing', 'src/Accordion.tsx', "['One', 'Two'].map", "['One', 'Two'].slice().map"],
      ['nothing', 'src/Checkbox.tsx', 'flex gap-2 p-2', 'p-2 flex gap-2'],
      ['nothing', 'src/Checkbox.tsx', '  return (', '  // The label is shown, and names the box.\n  return ('],
      ['nothing', 'src/Toggle.tsx', 'rounded px-2 py-1', 'rounded px-[calc(var(--spacing)*2)] py-1'],
      ['nothing', 'src/Toggle.tsx', 'import {', "import type {} from 'react';\nimport {"],
      ['nothing', 'src/Meter.tsx', "{shown && '40 %'}", "{shown ? '40 %' : null}"],
      ['nothing', 'src/Meter.tsx', 'h-3 bg-gray-200', 'bg-gray-200 h-3'],
      ['nothing', 'src/Accordion.tsx', 'p-2 text-sm', 'text-sm p-2'],
      [
        'nothing',
        'src/style.css',
        'button { font-size: var(--kit-font); }',
        'button {\n  font-size: var(--kit-font);\n}',
      ],
      [
        'nothing',
        'src/index.ts',
        "export * from './Dialog';\nexport * from './Accordion';",
        "export * from './Accordion';\nexport * from './Dialog';",
      ],
      ['nothing', 'postcss.config.mjs', 'export default', '// Tailwind.\nexport default'],
      ['nothing', 'README.md', 'Kit', 'A kit'],
    ],
  ],
};

// Focus and screenshots are not touched by the other edits of the first round.
for (const library of [cssModules, tailwind]) {
  const [first, second, third, fourth] = library.rounds;
  library.rounds = [[...first, ...third], second, fourth];
}

for (const library of [plain, cssModules, tailwind]) {
  Object.assign(library.files, {
    'README.md': 'Kit\n',
    'src/heavy.ts': HEAVY,
    'docs/index.md': '# Home\n',
    'docs/Old.md': '# Old\n\nText.\n',
    ...Object.fromEntries(library.components.map((name) => [`docs/${name}.md`, page(name)])),
  });
}
