// The last five releases of @ariakit/react for replay.mjs. The change log names 66 changes; those without a pattern are about timing, scroll
//   positions, other browsers, documents in frames, or speed. Decided from the change log alone, before the first run.

/** A demo. `body` is code of its component. The last focused element is part of the demo, with the name in `data-focused`. */
const demo = (jsx, body = '') => `import * as Ariakit from '@ariakit/react';
import { useEffect, useRef, useState } from 'react';

const ComboboxSelect = (Ariakit as any).ComboboxSelect ?? 'span';
const nameOf = (target: any) => target?.getAttribute?.('data-name') ?? target?.tagName;

export default function Demo() {
  const [focused, setFocused] = useState('none');
  const [said, say] = useState('nothing');
  useEffect(() => {
    const note = (event: Event) => setFocused(nameOf(event.target));
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  void useRef;
  void say;
${body}
  return (
    <div>
      <p>
        Focused: {focused}. Said: {said}.
      </p>
      ${jsx}
    </div>
  );
}
`;

/** Steps of one demo, as the lines of one step. */
const steps = (...lines) => `import type { Steps } from 'cascader-docs/steps';

export const steps: Steps = [
  {
    name: 'Does it',
    async run({ user, find, state }) {
      void [user, find];
      ${lines.join('\n      ')}
      await state('after');
    },
  },
];
`;

const items = ['Apple', 'Banana', 'Cherry'];
const combobox = (inner, props = '') => `<Ariakit.ComboboxProvider${props}>${inner}</Ariakit.ComboboxProvider>`;
const options = items.map((item) => `<Ariakit.ComboboxItem value="${item}" />`).join('');

const demos = {
  // 0.4.36
  label: demo(
    combobox(
      `<Ariakit.ComboboxLabel>Fruit</Ariakit.ComboboxLabel><Ariakit.Combobox /><Ariakit.ComboboxPopover>${options}</Ariakit.ComboboxPopover>`,
      ' defaultOpen',
    ),
  ),
  list: demo(
    combobox(
      `<Ariakit.Combobox aria-label="Fruit" /><Ariakit.ComboboxList alwaysVisible aria-label="Fruits">${options}</Ariakit.ComboboxList>`,
    ),
  ),
  omitted: [
    demo(
      '<form onSubmit={(event) => { event.preventDefault(); say(JSON.stringify([...new FormData(event.currentTarget)])); }}><Ariakit.SelectProvider defaultValue="Apple"><Ariakit.Select name="fruit" aria-label="Fruit" disabled accessibleWhenDisabled /></Ariakit.SelectProvider><button type="submit">Send</button></form>',
    ),
    steps("await user.click(find('button', 'Send'));"),
  ],
  modalcombobox: [
    demo(
      combobox(
        `<Ariakit.ComboboxDisclosure data-name="opener">Open</Ariakit.ComboboxDisclosure><Ariakit.ComboboxPopover modal aria-label="Fruits"><Ariakit.Combobox aria-label="Fruit" />${options}</Ariakit.ComboboxPopover>`,
      ),
    ),
    steps("await user.click(find.css('[data-name=opener]'));", "await user.press('Escape');"),
  ],
  anchor: [
    demo(
      '<Ariakit.PopoverProvider><Ariakit.PopoverDisclosure>Open</Ariakit.PopoverDisclosure><Ariakit.PopoverAnchor><span style={{ marginLeft: 300 }}>Anchor</span></Ariakit.PopoverAnchor><Ariakit.Popover aria-label="Card" style={{ background: "#fc0" }}>Card</Ariakit.Popover></Ariakit.PopoverProvider>',
    ),
    steps("await user.click(find('button', 'Open'));"),
  ],
  empty: [
    demo(
      combobox(
        `<Ariakit.Combobox data-name="field" aria-label="Fruit" /><Ariakit.ComboboxPopover data-name="popover" aria-label="Fruits" style={{ paddingTop: 300 }}>${options}</Ariakit.ComboboxPopover>`,
      ),
    ),
    steps(
      "await user.click(find('combobox', 'Fruit'));",
      "await user.press('ArrowDown');",
      "await user.click(find('listbox', 'Fruits'));",
      "await user.press('ArrowDown');",
    ),
  ],
  persistent: [
    demo(
      combobox(
        `<Ariakit.Combobox aria-label="Fruit" /><button type="button" id="kept">Kept</button><Ariakit.ComboboxPopover aria-label="Fruits" getPersistentElements={() => document.querySelectorAll('#kept')}>${options}</Ariakit.ComboboxPopover>`,
      ),
    ),
    steps(
      "await user.click(find('combobox', 'Fruit'));",
      "await user.press('ArrowDown');",
      "await user.click(find('button', 'Kept'));",
    ),
  ],
  // 0.4.37
  opened: demo(
    combobox(
      `<ComboboxSelect data-name="select" aria-label="Fruit" /><Ariakit.ComboboxPopover data-name="popover" aria-label="Fruits">${options}</Ariakit.ComboboxPopover>`,
      ' defaultOpen defaultSelectedValue="Banana"',
    ),
  ),
  undefined: demo('<Ariakit.Button render={<div />} role={undefined}>Save</Ariakit.Button>'),
  long: [
    demo(
      '<Ariakit.Button onClick={() => store.show()}>Open</Ariakit.Button><Ariakit.Dialog store={store} aria-label="Long" initialFocus={field} style={{ height: 200, overflow: "auto" }} onScroll={(event) => say(String(Math.round(event.currentTarget.scrollTop)))}><div style={{ height: 1000 }} /><input ref={field} aria-label="Field" /><div style={{ height: 1000 }} /></Ariakit.Dialog>',
      '  const store = Ariakit.useDialogStore();\n  const field = useRef<HTMLInputElement>(null);',
    ),
    steps("await user.click(find('button', 'Open'));"),
  ],
  opener: [
    demo(
      '<Ariakit.PopoverDisclosure store={store} data-name="trigger">Trigger</Ariakit.PopoverDisclosure><button type="button" data-name="other" onClick={() => store.show()}>Other</button><Ariakit.Popover store={store} aria-label="Card"><button type="button" data-name="inside">Inside</button></Ariakit.Popover>',
      '  const store = Ariakit.usePopoverStore();',
    ),
    steps("await user.click(find('button', 'Other'));", "await user.press('Escape');"),
  ],
  grid: [
    demo(
      '<Ariakit.CompositeProvider><Ariakit.Composite role="grid" aria-label="Grid">{[1, 2].map((row) => <Ariakit.CompositeRow role="row" key={row}>{["a", "b"].map((cell) => <Ariakit.CompositeItem role="gridcell" key={cell}>{cell + row}</Ariakit.CompositeItem>)}</Ariakit.CompositeRow>)}</Ariakit.Composite></Ariakit.CompositeProvider>',
    ),
    steps("await user.click(find('gridcell', 'a1'));", "await user.press('Control+End');"),
  ],
  rendered: demo('<Ariakit.Button render={<button type={undefined} />}>Save</Ariakit.Button>'),
  collapsed: [
    demo(
      combobox(
        `<ComboboxSelect data-name="select" aria-label="Fruit" /><Ariakit.ComboboxList alwaysVisible aria-label="Fruits" data-name="list">${options}</Ariakit.ComboboxList>`,
        ' defaultSelectedValue="Banana"',
      ),
    ),
    steps(
      "await user.click(find('combobox', 'Fruit'));",
      "await user.press('Escape');",
      "await user.press('ArrowDown');",
    ),
  ],
  disclosure: [
    demo(
      '<button type="button" ref={set} data-name="set">Set</button><button type="button" data-name="other" onClick={() => { store.setDisclosureElement(element.current); store.show(); }}>Other</button><Ariakit.Dialog store={store} aria-label="Card"><button type="button" data-name="inside">Inside</button></Ariakit.Dialog>',
      '  const store = Ariakit.useDialogStore();\n  const element = useRef<HTMLButtonElement>(null);\n  const set = element;',
    ),
    steps("await user.click(find('button', 'Other'));", "await user.press('Escape');"),
  ],
  // 0.4.38
  pointer: [
    demo(
      '<Ariakit.Button render={<div />} onClick={(event) => say(String(event.nativeEvent instanceof PointerEvent))}>Save</Ariakit.Button>',
    ),
    steps('await user.tab();', "await user.press('Enter');"),
  ],
  composed: [
    demo(
      '<Ariakit.Button render={<div />} onClick={(event) => say(event.nativeEvent.composed ? "composed" : "not composed")}>Save</Ariakit.Button>',
    ),
    steps('await user.tab();', "await user.press('Enter');"),
  ],
  clobbered: [
    demo(
      '<form name="activeElement" /><Ariakit.DialogProvider><Ariakit.DialogDisclosure data-name="opener">Open</Ariakit.DialogDisclosure><Ariakit.Dialog aria-label="Card"><button type="button" data-name="inside">Inside</button></Ariakit.Dialog></Ariakit.DialogProvider>',
    ),
    steps("await user.click(find('button', 'Open'));", "await user.press('Escape');"),
  ],
  self: [
    demo(
      '<Ariakit.DialogProvider><Ariakit.DialogDisclosure>Open</Ariakit.DialogDisclosure><Ariakit.Dialog aria-label="Card" render={<form />}><input name="self" aria-label="Self" /></Ariakit.Dialog></Ariakit.DialogProvider>',
    ),
    steps("await user.click(find('button', 'Open'));"),
  ],
  view: demo('<form name="defaultView" /><Ariakit.Portal><span>In a portal</span></Ariakit.Portal>'),
  hovered: [
    demo(
      combobox(
        `<Ariakit.Combobox aria-label="Fruit" /><Ariakit.ComboboxList alwaysVisible aria-label="Fruits">${items
          .map((item) => `<Ariakit.ComboboxItem focusOnHover value="${item}" />`)
          .join('')}</Ariakit.ComboboxList>`,
      ),
    ),
    steps("await user.hover(find('option', 'Banana'));"),
  ],
  callback: [
    demo(
      '<Ariakit.SelectProvider><Ariakit.Select aria-label="Fruit" /><Ariakit.SelectList alwaysVisible aria-label="Fruits"><Ariakit.SelectItem value="Apple" /><Ariakit.SelectItem value="Banana" focusOnHover={() => { say("called"); return false; }} /></Ariakit.SelectList></Ariakit.SelectProvider>',
    ),
    steps("await user.hover(find('option', 'Banana'));"),
  ],
  tooltip: [
    demo(
      '<Ariakit.TooltipProvider timeout={0}><Ariakit.Button disabled render={<Ariakit.TooltipAnchor render={<div />} />}>Save</Ariakit.Button><Ariakit.Tooltip>Nothing to save</Ariakit.Tooltip></Ariakit.TooltipProvider>',
    ),
    steps("await user.hover(find('button', 'Save'));"),
  ],
  tab: [
    demo(
      '<form name="activeElement" /><Ariakit.TabProvider selectedId={id}><Ariakit.TabList aria-label="Tabs"><Ariakit.Tab id="one" data-name="one" onClick={() => setId("two")}>One</Ariakit.Tab><Ariakit.Tab id="two" data-name="two">Two</Ariakit.Tab></Ariakit.TabList><Ariakit.TabPanel>Panel</Ariakit.TabPanel></Ariakit.TabProvider>',
      "  const [id, setId] = useState('one');",
    ),
    steps("await user.click(find('tab', 'One'));"),
  ],
  // 0.4.39
  modal: [
    demo(
      '<Ariakit.DialogProvider><Ariakit.DialogDisclosure>Open</Ariakit.DialogDisclosure><Ariakit.Dialog aria-label="Card"><p>Card</p></Ariakit.Dialog></Ariakit.DialogProvider>',
    ),
    steps("await user.click(find('button', 'Open'));"),
  ],
  nestedlist: demo(
    combobox(
      '<Ariakit.Combobox aria-label="Fruit" /><Ariakit.ComboboxPopover aria-label="Fruits"><Ariakit.ComboboxList role="grid"><Ariakit.ComboboxRow><Ariakit.ComboboxItem value="Apple" /></Ariakit.ComboboxRow></Ariakit.ComboboxList></Ariakit.ComboboxPopover>',
      ' defaultOpen',
    ),
  ),
  gridlist: demo(
    combobox(
      '<Ariakit.Combobox aria-label="Fruit" /><Ariakit.ComboboxPopover aria-label="Fruits"><Ariakit.ComboboxList role="grid"><Ariakit.ComboboxGroup><Ariakit.ComboboxRow><Ariakit.ComboboxItem value="Apple" /></Ariakit.ComboboxRow></Ariakit.ComboboxGroup></Ariakit.ComboboxList></Ariakit.ComboboxPopover>',
      ' defaultOpen',
    ),
  ),
  ownstore: demo(
    '<Ariakit.Combobox store={outer} aria-label="Outer" /><Ariakit.ComboboxList store={inner} alwaysVisible role="tree" aria-label="Inner list" /><Ariakit.ComboboxList store={outer} alwaysVisible aria-label="Outer list"><Ariakit.ComboboxItem store={inner} value="Apple" /></Ariakit.ComboboxList>',
    '  const outer = Ariakit.useComboboxStore();\n  const inner = Ariakit.useComboboxStore();',
  ),
  innermost: [
    demo(
      '<Ariakit.ToolbarProvider><Ariakit.Toolbar aria-label="Tools"><Ariakit.ToolbarItem>One</Ariakit.ToolbarItem><Ariakit.ToolbarItem disabled accessibleWhenDisabled render={<Ariakit.Button accessibleWhenDisabled={false} />}>Two</Ariakit.ToolbarItem><Ariakit.ToolbarItem>Three</Ariakit.ToolbarItem></Ariakit.Toolbar></Ariakit.ToolbarProvider>',
    ),
    steps("await user.click(find('button', 'One'));", "await user.press('ArrowRight');"),
  ],
  backdrop: demo(
    '<Ariakit.Dialog open={false} portal={false} aria-label="Card" backdrop={<div data-name="backdrop" />}>Card</Ariakit.Dialog>',
  ),
  recreated: [
    demo(
      '<button type="button" onClick={() => setBackdrop(true)}>Backdrop</button><Ariakit.Dialog open modal={false} portal={false} hideOnInteractOutside={false} aria-label="Card" backdrop={backdrop}><Mounted /></Ariakit.Dialog>',
      '  const [backdrop, setBackdrop] = useState(false);\n  const [Mounted] = useState(() => { let mounts = 0; return function Mounted() { const [count] = useState(() => ++mounts); return <span>Mounted {count}</span>; }; });',
    ),
    steps("await user.click(find('button', 'Backdrop'));"),
  ],
  nesteddismiss: [
    demo(
      '<Ariakit.DialogProvider><Ariakit.DialogDisclosure>Open</Ariakit.DialogDisclosure><Ariakit.Dialog aria-label="Outer"><p>Outer</p><Ariakit.Dialog open modal={false} portal={false} aria-label="Inner"><Ariakit.DialogDismiss>Close inner</Ariakit.DialogDismiss></Ariakit.Dialog></Ariakit.Dialog></Ariakit.DialogProvider>',
    ),
    steps("await user.click(find('button', 'Open'));"),
  ],
  menulabel: [
    demo(
      '<Ariakit.MenuButton store={store}>Actions</Ariakit.MenuButton><Ariakit.Menu store={store}><Ariakit.MenuItem onClick={() => { const other = document.createElement("button"); store.setDisclosureElement(other); }} hideOnClick={false}>Replace</Ariakit.MenuItem></Ariakit.Menu>',
      '  const store = Ariakit.useMenuStore();',
    ),
    steps("await user.click(find('button', 'Actions'));", "await user.click(find('menuitem', 'Replace'));"),
  ],
  modalmenu: [
    demo(
      '<Ariakit.MenuProvider><Ariakit.MenuButton>Actions</Ariakit.MenuButton><Ariakit.Menu modal><Ariakit.MenuItem>Copy</Ariakit.MenuItem></Ariakit.Menu></Ariakit.MenuProvider>',
    ),
    steps("await user.click(find('button', 'Actions'));"),
  ],
  selectname: [
    demo(
      '<button type="button" onClick={() => setName("fruit")}>Name</button><Ariakit.SelectProvider defaultValue="Apple"><Ariakit.Select name={name} aria-label="Fruit"><Mounted /></Ariakit.Select></Ariakit.SelectProvider>',
      "  const [name, setName] = useState('');\n  const [Mounted] = useState(() => { let mounts = 0; return function Mounted() { const [count] = useState(() => ++mounts); return <span>Mounted {count}</span>; }; });",
    ),
    steps("await user.click(find('button', 'Name'));"),
  ],
  // 0.4.40
  role: demo('{(Ariakit.Role as any).kbd ? <Kbd>K</Kbd> : <span>K</span>}', '  const Kbd = (Ariakit.Role as any).kbd;'),
  vertical: [
    demo(
      '<Ariakit.Menubar orientation="vertical" aria-label="Bar"><Ariakit.MenuProvider><Ariakit.MenuItem render={<Ariakit.MenuButton />}>File</Ariakit.MenuItem><Ariakit.Menu><Ariakit.MenuItem>New</Ariakit.MenuItem></Ariakit.Menu></Ariakit.MenuProvider></Ariakit.Menubar>',
    ),
    steps('await user.tab();', "await user.press('ArrowRight');"),
  ],
  menuinput: [
    demo(
      '<Ariakit.Menubar aria-label="Bar"><Ariakit.MenuProvider><Ariakit.MenuItem render={<Ariakit.MenuButton />}>File</Ariakit.MenuItem><Ariakit.Menu data-name="menu"><input aria-label="Name" defaultValue="ab" data-name="field" /></Ariakit.Menu></Ariakit.MenuProvider><Ariakit.MenuItem data-name="edit">Edit</Ariakit.MenuItem></Ariakit.Menubar>',
    ),
    steps(
      "await user.click(find('menuitem', 'File'));",
      "await user.click(find('textbox', 'Name'));",
      "await user.press('End');",
      "await user.press('ArrowRight');",
    ),
  ],
  rtl: [
    demo(
      '<div dir="rtl"><Ariakit.MenubarProvider rtl orientation="vertical"><Ariakit.Menubar aria-label="Bar">{["One", "Two", "Three"].map((name) => <Ariakit.MenuProvider key={name} placement="left-start"><Ariakit.MenuItem data-name={name} render={<Ariakit.MenuButton />}>{name}</Ariakit.MenuItem><Ariakit.Menu>{/* Without items, the menu itself has the focus. */}</Ariakit.Menu></Ariakit.MenuProvider>)}</Ariakit.Menubar></Ariakit.MenubarProvider></div>',
    ),
    steps("await user.click(find('menuitem', 'Two'));", "await user.press('ArrowDown');"),
  ],
  arrow: [
    demo(
      '<button type="button" onClick={() => setColor("rgb(0, 128, 0)")}>Theme</button><Ariakit.PopoverProvider><Ariakit.PopoverDisclosure>Open</Ariakit.PopoverDisclosure><Ariakit.Popover hideOnInteractOutside={false} aria-label="Card" style={{ background: color }}><Ariakit.PopoverArrow />Card</Ariakit.Popover></Ariakit.PopoverProvider>',
      "  const [color, setColor] = useState('rgb(255, 204, 0)');",
    ),
    steps(
      "await user.click(find('button', 'Open'));",
      "await user.press('Escape');",
      "await user.click(find('button', 'Theme'));",
      "await user.click(find('button', 'Open'));",
    ),
  ],
};

export const ariakit = {
  name: '@ariakit/react',
  react: '19',
  config: "apiParser: { entry: '@ariakit/react' },",
  files: Object.fromEntries(
    Object.entries(demos).flatMap(([name, value]) => {
      const [code, actions] = [value].flat();
      return [[`demos/${name}.tsx`, code], ...(actions ? [[`demos/${name}.steps.ts`, actions]] : [])];
    }),
  ),
  releases: {
    '0.4.36': {
      from: '0.4.35',
      changes: [
        ['Added ComboboxSelect, ComboboxInput and six more components', /^api: ComboboxSelect added/],
        ['selectOnMove of the combobox store', /^api: .*selectOnMove/],
        ['Added MenuAnchor, SelectAnchor and ComboboxAnchor', /^api: MenuAnchor added/],
        ['ComboboxPopover uses the closest ComboboxLabel as its name', /Fruit.* in .*demo-label/],
        ['ComboboxList renders with tabIndex -1', /tabindex.* in .*demo-list/i],
        ['values of disabled selects are omitted from the form', / in .*demo-omitted/],
        ['a modal ComboboxPopover with a Combobox inside closes on Escape', / in .*demo-modalcombobox/],
        ['PopoverDisclosure no longer overrides a separate PopoverAnchor', /^screenshot: .*demo-anchor/],
        ['a click in the empty space of a ComboboxPopover keeps the focus', / in .*demo-empty/],
        ['ComboboxPopover honors getPersistentElements', / in .*demo-persistent/],
        ['popups close across frames'],
        ['the caret is kept in inline autocomplete'],
        ['items briefly tabbable while mounting'],
      ],
    },
    '0.4.37': {
      from: '0.4.36',
      changes: [
        ['compositeElementInFocusOrder', /^api: .*compositeElementInFocusOrder/],
        ['popups of ComboboxSelect take the focus on every open', /Focused.* in .*demo-opened/],
        ['undefined does not override computed defaults', / in .*demo-undefined/],
        ['Dialog scrolls its focused element just far enough', / in .*demo-long/],
        ['a mounted trigger is kept as the opener', / in .*demo-opener/],
        ['ComboboxSelect reports aria-expanded while its popup is open', /expanded.* in .*demo-opened/],
        ['the focus stays on the collapsed control', / in .*demo-collapsed/],
        ['the element of setDisclosureElement is kept', / in .*demo-disclosure/],
        ['data-focus-visible after modified navigation keys', /data-focus-visible.* in .*demo-grid/],
        ['computed props are kept if a rendered element has undefined', / in .*demo-rendered/],
        ['six changes of scrolling, timing and prototypes'],
      ],
    },
    '0.4.38': {
      from: '0.4.37',
      changes: [
        ['activation by keyboard dispatches a PointerEvent', / in .*demo-pointer/],
        ['synthetic clicks are composed', / in .*demo-composed/],
        ['focusOnHover of ComboboxItem while closed', / in .*demo-hovered/],
        ['focusOnHover of SelectItem while closed', / in .*demo-callback/],
        ['Portal in a document with a form named defaultView', /demo-view/],
        ['Dialog with a control named self', /demo-self/],
        ['Dialog returns the focus with a form named activeElement', / in .*demo-clobbered/],
        ['Tab receives the focus with a form named activeElement', / in .*demo-tab/],
        ['TooltipAnchor respects a disabled button', / in .*demo-tooltip/],
        ['clicks of the middle button, and documents in frames'],
      ],
    },
    '0.4.39': {
      from: '0.4.38',
      changes: [
        ['the fallback button is next to the popup', /(Dismiss|button).* in .*demo-modal\b/i],
        ['ComboboxItem takes its role from its own store', /(treeitem|option).* in .*demo-ownstore/],
        ['no listbox around a nested list with another role', /listbox.* in .*demo-nestedlist/],
        ['roles of groups and rows in a grid', /row.* in .*demo-gridlist/],
        ['the innermost accessibleWhenDisabled counts', / in .*demo-innermost/],
        ['the backdrop is hidden while it is hidden', /hidden.* in .*demo-backdrop/],
        ['contents are not recreated when the backdrop changes', / in .*demo-recreated/],
        ['fallback button beside a nested popup with one of its own', / in .*demo-nesteddismiss/],
        ['aria-labelledby is removed with the disclosure', / in .*demo-menulabel/],
        ['a modal Menu keeps its name', /Actions.* in .*demo-modalmenu/],
        ['Select keeps state inside when its name changes', / in .*demo-selectname/],
        ['moves that are pending or repeated, and one frame of autoSelect'],
      ],
    },
    '0.4.40': {
      from: '0.4.39',
      changes: [
        ['Role.kbd and more', / in .*demo-role/],
        ['arrow keys in vertical menubars', / in .*demo-vertical/],
        ['arrow keys in a field inside a menu', / in .*demo-menuinput/],
        ['ArrowDown in a vertical menubar from right to left', / in .*demo-rtl/],
        ['PopoverArrow follows the theme', / in .*demo-arrow/],
        ['keyboard activation in jsdom'],
      ],
    },
  },
};
