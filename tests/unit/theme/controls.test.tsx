import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PlaygroundView } from '../../../src/runtime/index.ts';
import { createMessages } from '../../../src/runtime/intl.ts';
import type { Json } from '../../../src/shared/entities.ts';
import type {
  Control,
  Option,
  PlaygroundSchema,
  PlaygroundState,
  PropSchema,
} from '../../../src/shared/playground/schema.ts';
import { Controls } from '../../../src/theme/Controls.tsx';
import { optionText } from '../../../src/theme/controls/field.ts';
import { languages } from '../../helpers/messages.ts';
import { schemaOf } from '../../helpers/playgrounds.ts';

const { format } = createMessages(languages);

interface Given extends Partial<PlaygroundView> {
  state?: PlaygroundView['memory']['state'];
  without?: PlaygroundSchema['without'];
  language?: string;
}

function render(props: PropSchema[], { state = {}, without, ...rest }: Given = {}): string {
  const schema = { props, shared: props.map((_, index) => index), branches: [[]], ...(without && { without }) };
  return renderSchema(schema, state, rest);
}

function renderSchema(
  schema: PlaygroundSchema,
  state: PlaygroundState,
  { language = 'en-US', ...rest }: Omit<Given, 'state' | 'without'> = {},
): string {
  const view: PlaygroundView = {
    playground: { name: 'button', schema, template: { parts: [] }, initial: {} },
    memory: { state, removed: {} },
    calls: [],
    ignored: [],
    set: () => {},
    reset: () => {},
    clearCalls: () => {},
    copyLink: () => {},
    search: '',
    ...rest,
  };
  const html = renderToStaticMarkup(
    <Controls view={view} message={(id, values) => format(language, id, values)} lang={language} />,
  );
  return html;
}

const choice = (...values: Option['value'][]): Control => ({
  kind: 'choice',
  options: values.map((value) => ({ value })),
});
const count = (html: string, part: string | RegExp): number => html.split(part).length - 1;
/** Texts of the entries of all lists. */
const entriesOf = (html: string): string[] =>
  [...html.matchAll(/<option[^>]*>([^<]*)<\/option>/g)].map(([, t = '']) => t);
const chosenOf = (html: string): string | undefined => /<option[^>]* selected="">([^<]*)</.exec(html)?.[1];

describe('controls', () => {
  it('have a label each, in the order of the schema', () => {
    const html = render([
      { name: 'label', control: { kind: 'text' } },
      { name: 'open', control: { kind: 'boolean' } },
    ]);
    expect(html).toMatch(
      /^<div class="controls" role="group" aria-label="Controls" lang="en-US"><div class="demo-controls"><div class="control" data-unset="true">/,
    );
    const labels = [...html.matchAll(/<label class="control-name" id="(.+?)-name" for="(.+?)">(.+?)<\/label>/g)];
    expect(labels.map(([, , , name]) => name)).toEqual(['label', 'open']);
    for (const [, id, target] of labels) {
      expect(target).toBe(id);
      expect(html).toContain(` id="${id}"`);
    }
  });

  it('beyond twelve are collapsed, and many of them can be filtered', () => {
    const many = (length: number): PropSchema[] =>
      Array.from({ length }, (_, index) => ({ name: `p${index}`, control: { kind: 'boolean' } }));
    expect(render(many(12))).not.toContain('<details');
    const some = render(many(15));
    expect(some).toContain('<summary>More (3)</summary><div class="demo-controls">');
    expect(count(some.split('<details')[0] ?? '', 'class="control"')).toBe(12);
    expect(render(many(25))).toContain('<summary>More (13)</summary><div class="controls-filter"><label');
  });

  it('are in the language of the interface', () => {
    expect(render([{ name: 'open', control: { kind: 'boolean' } }], { language: 'zh-CN' })).toContain('>默认</span>');
  });
});

describe('a choice', () => {
  it('of few short options is a row of segments, in a group with a name', () => {
    const html = render([{ name: 'size', control: choice('sm', 'lg') }], { state: { size: 'lg' } });
    expect(html).toMatch(/<fieldset class="control"><legend class="control-name" id="[^"]+">size<\/legend>/);
    expect([...html.matchAll(/<span>([^<]*)<\/span>/g)].map(([, text]) => text)).toEqual(['sm', 'lg']);
    expect(html).toMatch(/checked=""\/><span>lg</);
    expect(count(html, 'checked=""')).toBe(1);
  });

  it.each([
    ['long options', choice('primary', 'secondary', 'highlighted')],
    ['many options', choice(1, 2, 3, 4, 5)],
  ])('of %s is a list', (_, control) => {
    const html = render([{ name: 'variant', control }]);
    expect(html).toContain('<select');
    expect(html).not.toContain('type="radio"');
  });

  it('distinguishes values of different types with the same text', () => {
    const control = choice(true, 'true', null, 'null', 1, '1', '', 'other');
    const html = render([{ name: 'mixed', control }], { state: { mixed: '1' } });
    expect(entriesOf(html).map((text) => text.replaceAll('&quot;', '"'))).toEqual([
      'true',
      '"true"',
      'null',
      '"null"',
      '1',
      '"1"',
      '""',
      'other',
    ]);
    expect(chosenOf(html)).toBe('&quot;1&quot;');
  });

  it('shows the source of an option', () => {
    const option = { value: 0, code: 'Size.Small' };
    expect(optionText(option, [option])).toBe('Size.Small');
  });
});

describe('a prop that is not set', () => {
  const kinds: Record<string, Control> = {
    boolean: { kind: 'boolean' },
    segments: choice('sm', 'lg'),
    list: choice(1, 2, 3, 4, 5),
    text: { kind: 'text' },
    number: { kind: 'number' },
    slider: { kind: 'number', min: 0, max: 10 },
    JSON: { kind: 'list', item: { kind: 'text' } },
    union: { kind: 'union', of: [{ kind: 'number' }, { kind: 'boolean' }] },
    preset: { kind: 'preset' },
  };
  const values: Record<string, Json> = {
    boolean: false,
    segments: 'lg',
    list: 3,
    text: 'a',
    number: 0,
    slider: 0,
    JSON: [],
    union: 1,
    preset: { preset: 'Star' },
  };
  it.each(Object.keys(kinds))('has the same note and the same look: %s', (name) => {
    const control = kinds[name] as Control;
    const props: PropSchema[] = [{ name, control, ...(control.kind === 'preset' && { presets: ['Star'] }) }];
    const unset = render(props);
    expect(unset).toMatch(/^.*?class="control" data-unset="true"( aria-describedby="[^"]+-note")?>/);
    expect(unset).toMatch(/<span class="control-note" id="([^"]+)-note">default<\/span>/);
    expect(unset).toMatch(/aria-describedby="([^"]+)-note"/);
    expect(unset).not.toContain('control-unset');
    expect(unset).not.toContain('checked=""');
    expect(chosenOf(unset) ?? '').toBe('');
    const set = render(props, { state: { [name]: values[name] as Json } });
    expect(set).not.toContain('data-unset');
    expect(set).not.toContain('control-note');
    expect(set).toContain(`class="control-unset" aria-label="Unset ${name}"`);
    expect(
      render([{ ...props[0], required: true } as PropSchema], { state: { [name]: values[name] as Json } }),
    ).not.toContain('control-unset');
  });
});

describe('a prop of another branch', () => {
  const kind = (value: string): PropSchema => ({ name: 'kind', control: choice(value), required: true });
  const text: Control = { kind: 'text' };
  const notesOf = (html: string): string[] =>
    [...html.matchAll(/-note">([^<]*)<\/span>/g)].map(([, note = '']) => note);

  it('names the values that it needs', () => {
    const schema = schemaOf(
      [kind('button'), { name: 'disabled', control: { kind: 'boolean' } }],
      [kind('link'), { name: 'href', control: text, required: true }, { name: 'onVisit', control: { kind: 'event' } }],
      [kind('icon'), { name: 'loading', control: choice(true), required: true }, { name: 'label', control: text }],
    );
    expect(notesOf(renderSchema(schema, { kind: 'button' }))).toEqual([
      'default',
      'with kind link',
      'with kind link',
      'with kind icon',
      'with kind icon, loading',
    ]);
    const link = renderSchema(schema, { kind: 'link', href: '/' });
    // `href` cannot be unset, because that would change `kind`.
    expect(link).not.toContain('control-unset');
    expect(notesOf(link)).toEqual(['with kind button', 'with kind icon', 'with kind icon, loading']);
  });

  it('names the props that it replaces', () => {
    const schema = schemaOf([{ name: 'a', control: text }], [{ name: 'b', control: text }]);
    expect(notesOf(renderSchema(schema, { a: 'x' }))).toEqual(['without a']);
    expect(notesOf(renderSchema(schema, {}))).toEqual(['default', 'default']);
  });
});

describe('a number', () => {
  it('has a slider if it has both bounds', () => {
    const html = render([{ name: 'opacity', control: { kind: 'number', min: 0, max: 1 } }]);
    expect(html).toMatch(
      /<fieldset class="control"[^>]*>.*type="range" [^>]*aria-valuetext="default"[^>]* step="0.01"/,
    );
    expect(render([{ name: 'level', control: { kind: 'number', min: 1, max: 6 } }])).toMatch(
      /type="range"[^>]* step="1"/,
    );
    expect(render([{ name: 'count', control: { kind: 'number', min: 0 } }])).not.toContain('type="range"');
  });
});

describe('a text', () => {
  it('has suggestions, or several lines', () => {
    const html = render([{ name: 'color', control: { kind: 'text', suggestions: ['red', 'blue'] } }]);
    expect(html).toMatch(/list="(.+?)".*<datalist id="\1"><option value="red"><\/option><option value="blue">/);
    const long = render([{ name: 'text', control: { kind: 'text', isLong: true } }], { state: { text: 'a\nb' } });
    expect(long).toMatch(/<textarea [^>]*>a\nb<\/textarea>/);
  });

  it('with presets has a list of both', () => {
    const prop: PropSchema = { name: 'children', control: { kind: 'node' }, presets: ['Star', 'Heart'] };
    const text = render([prop], { state: { children: 'Press' } });
    expect(text).toContain('aria-label="Kind of children"');
    expect(entriesOf(text)).toEqual(['text', 'Star', 'Heart']);
    expect(chosenOf(text)).toBe('text');
    expect(text).toContain('value="Press"');
    const preset = render([prop], { state: { children: { preset: 'Heart' } } });
    expect(chosenOf(preset)).toBe('Heart');
    expect(preset).not.toContain('type="text"');
  });
});

it('shows only presets as a list with a label', () => {
  const html = render([{ name: 'icon', control: { kind: 'preset' }, presets: ['Star'] }], {
    state: { icon: { preset: 'Star' } },
  });
  expect(html).toMatch(/<label class="control-name" id="(.+?)-name" for="\1">icon<\/label>.*<select id="\1"/);
  expect(chosenOf(html)).toBe('Star');
});

describe('a union', () => {
  const control: Control = {
    kind: 'union',
    of: [
      { kind: 'number' },
      { kind: 'boolean' },
      choice('auto', 'none'),
      { kind: 'list', item: { kind: 'number' } },
      { kind: 'tuple', items: [{ kind: 'text' }, { kind: 'number' }] },
    ],
  };
  const show = (value?: PlaygroundView['memory']['state'][string]): string =>
    render([{ name: 'gap', control }], { state: value === undefined ? {} : { gap: value } });

  it('has an entry for each kind', () => {
    expect(entriesOf(show())).toEqual(['', 'number', 'on/off', 'choice', 'list', 'list 2']);
  });

  it.each([
    [4, 'number', 'type="number"'],
    [false, 'on/off', 'role="switch"'],
    ['none', 'choice', 'type="radio"'],
    [[1, 2], 'list', '>[1,2]</textarea>'],
    [['a', 1], 'list 2', 'class="control-nested"'],
  ])('of the value %j has the kind "%s" and its field', (value, kind, field) => {
    const html = show(value);
    expect(chosenOf(html)).toBe(kind);
    expect(html).toContain(field);
    expect(html).not.toContain('control-note');
  });

  it('has no field for a kind with a single value', () => {
    const own: Control = { kind: 'union', of: [{ kind: 'number' }, choice(null)] };
    expect(render([{ name: 'gap', control: own }], { state: { gap: null } })).not.toMatch(/<input|<textarea/);
  });
});

describe('an object', () => {
  it('with a few simple fields has a control for each', () => {
    const fields: PropSchema[] = [
      { name: 'color', control: { kind: 'text' }, required: true },
      { name: 'inset', control: { kind: 'boolean' } },
    ];
    const html = render([{ name: 'shadow', control: { kind: 'object', fields } }], {
      state: { shadow: { color: 'red' } },
    });
    expect(html).toMatch(
      /<legend [^>]*>shadow<\/legend>.*<label [^>]*>color<\/label>.*value="red".*<label [^>]*>inset<\/label>/,
    );
    expect(html).toContain('aria-label="Unset shadow"');
    expect(html).not.toContain('aria-label="Unset color"');
  });

  it('with other fields is edited as JSON', () => {
    const control: Control = {
      kind: 'object',
      fields: [{ name: 'items', control: { kind: 'list', item: { kind: 'text' } } }],
    };
    const html = render([{ name: 'menu', control }], { state: { menu: { items: ['a'] } } });
    expect(html).toMatch(
      /<textarea class="control-code" dir="ltr"[^>]*>\{&quot;items&quot;:\[&quot;a&quot;\]\}<\/textarea>/,
    );
  });
});

describe('an event', () => {
  const props: PropSchema[] = [{ name: 'onPress', control: { kind: 'event' } }];

  it('is a switch, and its calls are listed without being announced', () => {
    const calls = [
      { id: 2, name: 'onPress', text: '2' },
      { id: 1, name: 'onPress', text: '<b>' },
    ];
    const html = render(props, { state: { onPress: true }, calls });
    expect(html).toMatch(/role="switch"[^>]*checked=""\/><label [^>]*>log calls<\/label>/);
    expect(html).toContain('<div class="controls-calls"><span>Calls: 2</span>');
    expect(html).toMatch(
      /role="log" aria-live="off" aria-label="Calls: 2" tabindex="0"><ol dir="ltr"><li><strong>onPress<\/strong> 2<\/li><li><strong>onPress<\/strong> &lt;b&gt;<\/li><\/ol>/,
    );
  });

  it('has no list before the first call, and other props have no count', () => {
    expect(render(props)).not.toContain('role="log"');
    expect(render(props)).toContain('Calls: 0');
    expect(render([{ name: 'open', control: { kind: 'boolean' } }])).not.toContain('Calls');
  });
});

describe('below the controls', () => {
  it('Reset is enabled if something is changed', () => {
    expect(render([], {})).toContain('aria-disabled="true">Reset</button>');
    expect(render([], { search: '?a=1' })).toContain('aria-disabled="false">Reset</button>');
  });

  it('a note names ignored entries of the URL', () => {
    expect(render([], { ignored: ['size=xl', 'foo'] })).toContain(
      '<div role="status"><p class="controls-ignored">Part of the URL was ignored: size=xl, foo.</p></div>',
    );
    expect(render([])).toContain('<div role="status"></div>');
  });

  it('props without a control are grouped by the reason', () => {
    const html = render([], {
      without: [
        ['style', 'style'],
        ['ref', 'ref'],
        ['className', 'style'],
      ],
    });
    expect(html).toContain('<summary>Without a control: 3</summary>');
    expect(html).toContain(
      '<dt>Styles and class names</dt><dd>style, className</dd></div><div><dt>Refs</dt><dd>ref</dd>',
    );
  });
});
