import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { markColor } from '../../../src/shared/color-marks.ts';
import { EDITOR_CLASS } from '../../../src/shared/dom-contract.ts';
import { colorScript, RELOAD_STORAGE_KEY, recoverScript } from '../../../src/shared/head-script.ts';
import type { ColorPreference } from '../../../src/shared/page-data.ts';

function colorOf(
  options: { default: ColorPreference; switch: boolean },
  stored?: string | Error,
  dark = false,
  { href = 'https://site.example/', outer }: { href?: string; outer?: string | Error } = {},
): string {
  let color = '';
  const setColor = (value: string): void => {
    color = value;
  };
  vm.runInNewContext(colorScript(options), {
    localStorage: {
      getItem: () => {
        if (stored instanceof Error) throw stored;
        return stored ?? null;
      },
    },
    matchMedia: () => ({ matches: dark }),
    location: { href },
    parent: {
      get document() {
        if (outer instanceof Error) throw outer;
        return { documentElement: { getAttribute: () => outer ?? null } };
      },
    },
    document: {
      documentElement: {
        setAttribute: (name: string, value: string) => name === 'data-prefers-color' && setColor(value),
      },
    },
  });
  return color;
}

/** A root element that records its classes and attributes. */
function createRoot() {
  const classes = new Set(['kept']);
  const attributes: Record<string, string> = {};
  const element = {
    classList: { toggle: (name: string, isOn: boolean) => (isOn ? classes.add(name) : classes.delete(name)) },
    setAttribute: (name: string, value: string) => {
      attributes[name] = value;
    },
  };
  return { element, state: () => ({ classes: [...classes], attributes }) };
}

describe('class and attribute of a color scheme', () => {
  it.each([
    ['light', { class: { dark: 'dark', light: '' } }, ['kept'], {}],
    ['dark', { class: { dark: 'dark', light: '' } }, ['kept', 'dark'], {}],
    ['light', { class: { dark: 'night', light: 'day' } }, ['kept', 'day'], {}],
    ['dark', { attribute: 'data-theme' }, ['kept'], { 'data-theme': 'dark' }],
    ['light', { class: { dark: '', light: 'light' }, attribute: 'theme' }, ['kept', 'light'], { theme: 'light' }],
  ] as const)('%s with %j: are equal in the head script and in boot', (color, marks, classes, attributes) => {
    const [before, after] = [createRoot(), createRoot()];
    vm.runInNewContext(colorScript({ default: color, switch: false, ...marks }), {
      document: { documentElement: before.element },
    });
    markColor(after.element as unknown as Element, color, marks);
    expect(after.state()).toEqual({ classes, attributes });
    expect(before.state()).toEqual({
      classes,
      attributes: { 'data-prefers-color': color, 'data-color-choice': color, ...attributes },
    });
    // Switch to the other scheme.
    markColor(after.element as unknown as Element, color === 'dark' ? 'light' : 'dark', marks);
    expect(after.state()).not.toEqual({ classes, attributes });
  });
});

describe('colorScript', () => {
  it.each([
    ['light', undefined, true, 'light'],
    ['dark', undefined, false, 'dark'],
    ['auto', undefined, true, 'dark'],
    ['auto', undefined, false, 'light'],
    ['light', 'dark', false, 'dark'],
    ['dark', 'auto', false, 'light'],
    ['dark', 'purple', true, 'light'],
    ['dark', new Error('blocked'), false, 'dark'],
  ] as const)('default %s, stored %s, dark system %s: %s', (preference, stored, dark, color) => {
    expect(colorOf({ default: preference, switch: true }, stored, dark)).toBe(color);
  });

  it('does not read the storage without a switch', () => {
    expect(colorOf({ default: 'light', switch: false }, 'dark')).toBe('light');
  });

  it('uses the color scheme of the page around a frame if it is accessible', () => {
    const options = { default: 'light', switch: true } as const;
    expect(colorOf(options, 'light', false, { outer: 'dark' })).toBe('dark');
    expect(colorOf(options, 'dark', false, { outer: new Error('another origin') })).toBe('dark');
  });

  it.each([
    ['/~demos/a?theme=dark', 'dark'],
    ['/base/~demos/a/?locale=zh-CN&theme=dark#x', 'dark'],
    ['/~demos/a?theme=purple', 'light'],
    ['/~demos/a?theme=darker', 'light'],
    ['/~demos/a#?theme=dark', 'light'],
    ['/guide?theme=dark', 'light'],
    ['/%?theme=dark', 'light'],
  ])('uses the query only in the address of a demo: %s', (path, color) => {
    const href = `https://site.example${path}`;
    expect(colorOf({ default: 'light', switch: true }, undefined, false, { href, outer: 'light' })).toBe(color);
  });
});

describe('recoverScript', () => {
  function setUp({ blocked = false, online = true, editing = false } = {}) {
    const store = new Map<string, string>();
    const state = { reloads: 0, listener: (_: { target: unknown }): void => {} };
    const sessionStorage = {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (!blocked) store.set(key, value);
      },
    };
    const context = {
      addEventListener: (_: string, listener: typeof state.listener) => {
        state.listener = listener;
      },
      navigator: { onLine: online },
      document: { querySelector: (selector: string) => (editing && selector === `.${EDITOR_CLASS}` ? {} : null) },
      sessionStorage,
      location: {
        reload: () => {
          state.reloads++;
        },
      },
    };
    vm.runInNewContext(recoverScript(), context);
    const { cascaderDocsReload: reload } = context as typeof context & { cascaderDocsReload: (url: string) => boolean };
    const fail = (src: string, entry = true) =>
      state.listener({ target: { src, hasAttribute: () => entry, setAttribute: () => undefined } });
    return { state, store, fail, reload };
  }

  it('reloads once for each address', () => {
    const { state, store, fail } = setUp();
    fail('/boot.js');
    fail('/boot.js');
    expect(state.reloads).toBe(1);
    fail('/theme.css');
    expect(state.reloads).toBe(2);
    expect(store.get(RELOAD_STORAGE_KEY)).toContain('/boot.js');
  });

  it('reloads for scripts too, and returns whether it does', () => {
    const { state, reload } = setUp();
    expect([reload('/demo.js'), reload('/demo.js'), reload('/other.js')]).toEqual([true, false, true]);
    expect(state.reloads).toBe(2);
    expect(setUp({ online: false }).reload('/demo.js')).toBe(false);
    // A reload would lose the edited text.
    expect(setUp({ editing: true }).reload('/demo.js')).toBe(false);
    expect(setUp({ blocked: true }).reload('/demo.js')).toBe(false);
  });

  it('ignores other elements, offline pages and a storage that does not work', () => {
    const { state, fail } = setUp();
    fail('/image.png', false);
    state.listener({ target: {} });
    expect(state.reloads).toBe(0);
    for (const options of [{ online: false }, { blocked: true }]) {
      const other = setUp(options);
      other.fail('/boot.js');
      expect(other.state.reloads).toBe(0);
    }
  });
});
