// Releases of published libraries for replay.mjs, with the changes that their change logs name, each with a finding that shows it. A change
//   without a pattern is one that no demo can show, such as a range of versions. Decided from the change log alone.

const select = (jsx, before = '') =>
  `import Select from 'react-select';\n${before}\nconst options = [\n  { value: 'a', label: 'Apple' },\n  { value: 'b', label: 'Banana' },\n];\n\nexport default () => ${jsx};\n`;
const common = 'instanceId="one" inputId="input" aria-label="Fruit" options={options}';

export const reactSelect = {
  name: 'react-select',
  config: "apiParser: { entry: 'react-select' },",
  files: {
    'demos/required.tsx': select(`<form><Select ${common} name="fruit" required /></form>`),
    'demos/classes.tsx': select(
      `<Select ${common} classNames={{ control: () => 'own-control' }} />`,
      "import './classes.css';\n",
    ),
    'demos/classes.css': '.own-control { box-shadow: 0 0 0 4px #c00 !important; }\n',
    'demos/unstyled.tsx': select(`<Select ${common} unstyled />`),
    'demos/menu.tsx': select(`<Select ${common} menuIsOpen />`),
    'demos/opened.tsx': select(`<Select ${common} />`),
    'demos/opened.steps.ts':
      "import type { Steps } from 'cascader-docs/steps';\n\nexport const steps: Steps = [\n  {\n    name: 'An arrow opens the menu',\n    async run({ user, find, state }) {\n      await user.click(find('combobox', 'Fruit'));\n      await user.press('ArrowDown');\n      await state('open');\n    },\n  },\n];\n",
  },
  releases: {
    '5.6.0': { from: '5.5.9', changes: [['Add `required` prop', /required.* in .*demo-required/]] },
    '5.7.0': {
      from: '5.6.1',
      changes: [
        ['Add classNames API', /^screenshot: .*demo-classes/],
        ['Add unstyled prop', /^screenshot: .*demo-unstyled/],
      ],
    },
    '5.8.0': {
      from: '5.7.7',
      changes: [
        ['Added aria-activedescendant for input', /aria-activedescendant/],
        ['Added role option', /^roles: added .*option/],
        ['Added aria-selected for option', /aria-selected/],
        ['Added role listbox for menu', /^roles: added listbox/],
        ['aria-live: removed for the focused option', /(live|option Apple|focused).* in .*demo-(opened|menu)/i],
      ],
    },
    '5.9.0': { from: '5.8.3', changes: [['React 19 in the range of peer dependencies']] },
    '5.10.0': { from: '5.9.0', changes: [['Export the FilterOptionOption type', /^api: .*FilterOptionOption/]] },
  },
};

/** Something beside the dialog, because `report` waits until a demo has content in its own place. */
const modal = (jsx, { before = '', body = '' } = {}) =>
  `/** clientOnly: true */\nimport Modal from 'react-modal';\nimport { useEffect, useState } from 'react';\n${before}\nexport default function Demo() {\n${body}  return (\n    <div>\n      <p>Page</p>\n      ${jsx}\n    </div>\n  );\n}\n`;
const focused =
  "  const [focused, setFocused] = useState('none');\n  useEffect(() => {\n    const note = () => setFocused(document.activeElement?.tagName + ' ' + (document.activeElement?.textContent ?? ''));\n    document.addEventListener('focusin', note);\n    return () => document.removeEventListener('focusin', note);\n  }, []);\n";
const backwards =
  "import type { Steps } from 'cascader-docs/steps';\n\nexport const steps: Steps = [\n  {\n    name: 'Shift and Tab go to the last element',\n    async run({ user, find, state }) {\n      await user.click(find('button', 'First'));\n      await user.press('Shift+Tab');\n      await state('back');\n    },\n  },\n];\n";

export const reactModal = {
  name: 'react-modal',
  config: 'apiParser: false,',
  files: {
    'demos/modal.tsx': modal(
      '<Modal isOpen ariaHideApp={false} contentLabel="Sheet">\n      <button type="button">Close</button>\n    </Modal>',
    ),
    'demos/elements.tsx': modal(
      '<Modal\n      isOpen\n      ariaHideApp={false}\n      contentLabel="Own"\n      overlayElement={(props: object, content: unknown) => <section data-own="overlay" {...props}>{content}</section>}\n      contentElement={(props: object, children: unknown) => <article data-own="content" {...props}>{children}</article>}\n    >\n      Text\n    </Modal>',
    ),
    'demos/app.tsx': modal(
      '<>\n      <div className="app">One</div>\n      <div className="app">Two</div>\n      {apps && <Modal isOpen appElement={apps} contentLabel="App">Text</Modal>}\n    </>',
      {
        body: "  const [apps, setApps] = useState<any>();\n  useEffect(() => setApps(Array.from(document.querySelectorAll('.app'))), []);\n",
      },
    ),
    'demos/frame.tsx': modal(
      '<Modal isOpen ariaHideApp={false} contentLabel="Frame">\n      <button type="button">First</button>\n      <output>{focused}</output>\n      <button type="button">Second</button>\n      <iframe title="Inner" srcDoc="<p>Inner</p>" width="100" height="40" />\n    </Modal>',
      { body: focused },
    ),
    'demos/frame.steps.ts': backwards,
    'demos/contents.tsx': modal(
      '<Modal isOpen ariaHideApp={false} contentLabel="Contents">\n      <button type="button">First</button>\n      <output>{focused}</output>\n      <button type="button">Second</button>\n      <div style={{ display: \'contents\' }}>\n        <button type="button">Third</button>\n      </div>\n    </Modal>',
      { body: focused },
    ),
    'demos/contents.steps.ts': backwards,
  },
  releases: {
    '3.12.1': {
      from: '3.11.2',
      changes: [
        ['add aria-modal attribute', /aria-modal/],
        ['Added custom overlayElement', /added.*(data-own="overlay"|section).*demo-elements/],
        ['Added custom contentElement', /added.*(data-own="content"|article).*demo-elements/],
        ['a preventScroll prop'],
      ],
    },
    '3.13.1': {
      from: '3.12.1',
      changes: [['support Array, HTMLCollection and NodeList values for appElement', /demo-app/]],
    },
    '3.14.1': { from: '3.13.1', changes: [['after-open transitions work in Safari 14']] },
    '3.15.1': {
      from: '3.14.4',
      changes: [['tabbable support for iframes', /demo-frame/], ['allow react 18 as peer dependency']],
    },
    '3.16.1': {
      from: '3.15.1',
      changes: [
        ['element with display contents is visible and is tabbable', /demo-contents/],
        ['css class added to root document in iframe'],
        ['switched from KeyboardEvent.keyCode to KeyboardEvent.code'],
      ],
    },
  },
};

export { ariakit } from './replay-ariakit.mjs';
