import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
// Its style sheets also apply to all demos.
import * as preview from '__PREVIEW__';

type Context = Record<'args' | 'globals' | 'parameters' | 'loaded', Record<string, unknown>> & { viewMode: string };
type Prepare = (context: Context) => unknown;

interface Preview {
  decorators?: Decorator | Decorator[];
  parameters?: Context['parameters'];
  globalTypes?: Record<string, { defaultValue?: unknown; toolbar?: { items?: (string | { value: string })[] } }>;
  initialGlobals?: Context['globals'];
  globals?: Context['globals'];
  loaders?: Prepare | Prepare[];
  beforeEach?: Prepare | Prepare[];
}

type Decorator = (Story: ComponentType, context: Context) => ReactNode;

const { default: main, ...named } = preview as { default?: object };
const { decorators = [], parameters = {}, globalTypes = {}, loaders = [], beforeEach = [], ...rest } = {
  ...named,
  ...main,
} as Preview;
const initial = { ...rest.globals, ...rest.initialGlobals };

/** Returns the toolbar's values. The site's values have priority: light or dark, `ltr` or `rtl`, and its language. */
function globalsFor(site: string): Context['globals'] {
  const known = site.split(' ');
  const values = Object.entries(globalTypes).map(([name, { toolbar, defaultValue }]) => {
    const items = (toolbar?.items ?? []).map((item) => (typeof item === 'string' ? item : item.value));
    return [name, items.find((value) => known.includes(value)) ?? initial[name] ?? defaultValue];
  });
  return { ...initial, ...Object.fromEntries(values) };
}

function readSite(): string {
  const { dataset, dir, lang } = document.documentElement;
  return [dataset.prefersColor, dir || 'ltr', lang, lang.split('-')[0]].join(' ');
}

function watchSite(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-prefers-color', 'dir', 'lang'] });
  return () => observer.disconnect();
}

const Demo = createContext<{ children: ReactNode; context: Context } | undefined>(undefined);

// The first decorator is the innermost one.
const Decorated = [decorators].flat().reduce<ComponentType>(
  (Story, decorator) => () => decorator(Story, useContext(Demo)?.context as Context),
  () => useContext(Demo)?.children,
);

/** Wraps each demo. Loaders and `beforeEach` run in the browser. */
export function Wrapper({ children }: { children: ReactNode }) {
  const [loaded, setLoaded] = useState<Context['loaded']>({});
  const globals = globalsFor(useSyncExternalStore(watchSite, readSite, () => ''));
  const context = { args: {}, globals, parameters, loaded, viewMode: 'story' };
  useEffect(() => {
    const prepare = async () => {
      const all = await Promise.all([loaders].flat().map((load) => load(context)));
      for (const before of [beforeEach].flat()) await before(context);
      if (all.length > 0) setLoaded(Object.assign({}, ...all));
    };
    void prepare();
    // Runs once, as in Storybook.
  }, []);
  return (
    <Demo.Provider value={{ children, context }}>
      <Decorated />
    </Demo.Provider>
  );
}
