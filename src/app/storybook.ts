/**
 * Replaces imports from `storybook` and `@storybook/*` in stories: functions with the same names that need no Storybook.
 * Features that only Storybook has, such as panels and docs pages, do nothing here.
 */
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { declaredIn, recordCall, type SpyState } from '../runtime/steps/declare.ts';

// React hooks that `storybook/preview-api` also exports.
export { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';

type AnyFunction = (...given: unknown[]) => unknown;

/** Function that records its calls. */
type Spy = AnyFunction & {
  mock: Pick<SpyState, 'calls' | 'results'>;
  mockImplementation(next: AnyFunction): Spy;
  mockReturnValue(value: unknown): Spy;
  mockResolvedValue(value: unknown): Spy;
  mockRejectedValue(value: unknown): Spy;
  mockName(name: string): Spy;
  mockClear(): Spy;
  mockReset(): Spy;
  mockRestore(): void;
};

/** Returns a function that records its calls. Functions with the same name share their calls, even across scripts. */
export function fn(implementation: AnyFunction = () => undefined): Spy {
  const own: SpyState = { calls: [], results: [], implementation };
  let name: string | undefined;
  const state = (): SpyState => {
    if (name === undefined || typeof document === 'undefined') return own;
    const { spies } = declaredIn(globalThis.cascaderPlay?.view ?? globalThis);
    const known = spies.get(name) ?? { calls: [], results: [], implementation };
    spies.set(name, known);
    return known;
  };
  const spy = function (this: unknown, ...given: unknown[]): unknown {
    const { calls, results, implementation: run } = state();
    calls.push(given);
    if (name !== undefined) recordCall({ name, args: given });
    try {
      const value = run.apply(this, given);
      results.push({ type: 'return', value });
      return value;
    } catch (error) {
      results.push({ type: 'throw', value: error });
      throw error;
    }
  } as Spy;
  const become = (next: AnyFunction): Spy => {
    state().implementation = next;
    return spy;
  };
  Object.defineProperty(spy, 'mock', { get: state });
  spy.mockImplementation = become;
  spy.mockReturnValue = (value) => become(() => value);
  spy.mockResolvedValue = (value) => become(() => Promise.resolve(value));
  spy.mockRejectedValue = (value) => become(() => Promise.reject(value));
  spy.mockName = (given) => {
    name = given;
    return spy;
  };
  spy.mockClear = () => {
    Object.assign(state(), { calls: [], results: [] });
    return spy;
  };
  spy.mockReset = () => become(implementation).mockClear();
  spy.mockRestore = () => void spy.mockReset();
  return spy;
}

/** Replaces a method with a function that records its calls. */
export function spyOn<Key extends string>(object: Record<Key, AnyFunction>, key: Key): Spy {
  const original = object[key];
  const spy = fn(original);
  object[key] = spy;
  spy.mockRestore = () => {
    object[key] = original;
  };
  return spy;
}

export function mocked<Given>(given: Given): Given {
  return given;
}

export function isMockFunction(given: unknown): boolean {
  return typeof given === 'function' && 'mock' in given;
}

export function clearAllMocks(): void {}
export function resetAllMocks(): void {}
export function restoreAllMocks(): void {}
export const jest = { fn, spyOn };

/** Returns a value from the player of a play function, by name. */
function played(name: string): unknown {
  const tool = (): Record<string | symbol, unknown> => {
    const found = globalThis.cascaderPlay?.[name];
    if (!found) throw new Error(`\`${name}\` of Storybook can be used only in play functions`);
    return found as Record<string | symbol, unknown>;
  };
  return new Proxy(() => undefined, {
    get: (_, key) => tool()[key],
    apply: (_, __, given) => (tool() as unknown as AnyFunction)(...(given as unknown[])),
  });
}

export const expect: unknown = /* @__PURE__ */ played('expect');
export const fireEvent: unknown = /* @__PURE__ */ played('fireEvent');
export const screen: unknown = /* @__PURE__ */ played('screen');
export const userEvent: unknown = /* @__PURE__ */ played('userEvent');
export const waitFor: unknown = /* @__PURE__ */ played('waitFor');
export const waitForElementToBeRemoved: unknown = /* @__PURE__ */ played('waitForElementToBeRemoved');
export const within: unknown = /* @__PURE__ */ played('within');

/** Returns a function that does nothing: there is no panel that lists its calls. */
export function action(_name?: string): AnyFunction {
  return () => undefined;
}

/** For each name, returns a function that does nothing, like {@link action}. */
export function actions(...names: (string | Record<string, string>)[]): Record<string, AnyFunction> {
  const all = names.flatMap((name) => (typeof name === 'string' ? [name] : Object.keys(name)));
  return Object.fromEntries(all.map((name) => [name, action(name)]));
}

/** Returns a function that does nothing: stories are parts of pages, and have no URLs of their own. */
export function linkTo(_title: string, _name?: string): AnyFunction {
  return () => undefined;
}

/** What a decorator receives in addition to the story. */
interface Context {
  args?: Record<string, unknown>;
  globals?: Record<string, unknown>;
  parameters?: Record<string, unknown>;
}

type Decorator = (story: AnyFunction, context: Context) => ReactNode;

/** Returns a decorator for a wrapper function. */
export function makeDecorator({
  name,
  parameterName = name,
  wrapper,
}: {
  name: string;
  parameterName?: string;
  wrapper: (story: AnyFunction, context: Context, settings: { options: unknown; parameters: unknown }) => ReactNode;
}): (options?: unknown) => Decorator {
  return (options) => (story, context) =>
    wrapper(story, context, { options, parameters: context.parameters?.[parameterName] });
}

interface ThemeOptions {
  themes: Record<string, unknown>;
  defaultTheme: string;
}

/** Returns a decorator that sets the class of the default theme. */
export function withThemeByClassName({ themes, defaultTheme }: ThemeOptions & { parentSelector?: string }): Decorator {
  return (story) => createElement('div', { className: themes[defaultTheme] as string }, createElement(story as never));
}

/** Returns a decorator that sets an attribute to the default theme. */
export function withThemeByDataAttribute({
  themes,
  defaultTheme,
  attributeName = 'data-theme',
}: ThemeOptions & { parentSelector?: string; attributeName?: string }): Decorator {
  return (story) => createElement('div', { [attributeName]: themes[defaultTheme] }, createElement(story as never));
}

/** Returns a decorator that renders the provider of a theme. */
export function withThemeFromJSXProvider({
  themes = {},
  defaultTheme = Object.keys(themes)[0] ?? '',
  Provider,
  GlobalStyles,
}: Partial<ThemeOptions> & { Provider?: AnyFunction; GlobalStyles?: AnyFunction }): Decorator {
  return (story) => {
    const inner = createElement(story as never);
    const theme = themes[defaultTheme];
    return createElement(
      Fragment,
      null,
      GlobalStyles && createElement(GlobalStyles as never),
      Provider ? createElement(Provider as never, { theme } as never, inner) : inner,
    );
  };
}

/** Returns a story's args, and functions that change and reset them. The generated story passes its args. */
export function useArgs<Args extends object>(given = {} as Args): [Args, (changed: Partial<Args>) => void, () => void] {
  const [args, setArgs] = useState(given);
  const update = (changed: Partial<Args>): void => setArgs((before) => ({ ...before, ...changed }));
  return [args, update, () => setArgs(given)];
}

/** Settings of the toolbar, which does not exist here. */
export function useGlobals(): [Record<string, unknown>, AnyFunction] {
  return [{}, () => undefined];
}

export function useParameter<Value>(_name: string, fallback?: Value): Value | undefined {
  return fallback;
}

/** Viewport sizes, which have no effect here. */
export const INITIAL_VIEWPORTS: Record<string, unknown> = {};
export const MINIMAL_VIEWPORTS: Record<string, unknown> = {};

/** Returns its argument with the methods of a preview, for stories that use factories. */
export function definePreview<Given extends object>(given: Given): Given & Factory {
  return { ...given, ...factory };
}

interface Factory {
  meta(given: object): object;
  type(): Factory;
}

interface FactoryStory {
  args?: object;
}

const factory: Factory = {
  meta(given: FactoryStory) {
    const story = (own: FactoryStory = {}): object => {
      const args = { ...given.args, ...own.args };
      const extend = (more: FactoryStory): object => story({ ...own, ...more, args: { ...own.args, ...more.args } });
      return { ...own, input: own, composed: { ...own, args }, extend, test: () => undefined };
    };
    return { ...given, story };
  },
  type: () => factory,
};

export { doNothing as configure, doNothing as configureActions, doNothing as setProjectAnnotations };

/** Functions and components of addons, themes, docs pages and the manager, which preview files import but nothing calls. */
function doNothing(): void {}
function identity<Given>(given: Given): Given {
  return given;
}
function Passed({ children }: { children?: ReactNode }): ReactNode {
  return children;
}
function Empty(): null {
  return null;
}
const withNothing: Decorator = (story) => createElement(story as never);

export {
  Empty as ArgsTable,
  Empty as ArgTypes,
  Empty as Controls,
  Empty as Description,
  Empty as DocsPage,
  Empty as DocsStory,
  Empty as Heading,
  Empty as Markdown,
  Empty as Meta,
  Empty as Primary,
  Empty as Source,
  Empty as Stories,
  Empty as Story,
  Empty as Subheading,
  Empty as Subtitle,
  Empty as Title,
  identity as convert,
  identity as create,
  identity as ensure,
  Passed as Canvas,
  Passed as DocsContainer,
  Passed as ThemeProvider,
  Passed as Unstyled,
  withNothing as withA11y,
  withNothing as withActions,
  withNothing as withKnobs,
  withNothing as withLinks,
};
export const themes: Record<string, object> = { light: {}, dark: {}, normal: {} };
const channel = { on: doNothing, off: doNothing, once: doNothing, emit: doNothing, removeListener: doNothing };
export const addons: Record<string, AnyFunction> = {
  ...{ add: doNothing, register: doNothing, setConfig: doNothing, getConfig: () => ({}) },
  ...{ getChannel: () => channel, ready: () => Promise.resolve(channel) },
};
export const useChannel = (): AnyFunction => doNothing;
export const useStoryContext = (): Required<Context> => ({ args: {}, globals: {}, parameters: {} });
export const DecoratorHelpers: Record<string, AnyFunction> = {
  initializeThemeState: doNothing,
  pluckThemeFromContext: (context) => (context as Context).globals?.theme ?? '',
  useThemeParameters: () => ({}),
};
export const FORCE_RE_RENDER = 'forceReRender';
export const FORCE_REMOUNT = 'forceRemount';
export const GLOBALS_UPDATED = 'globalsUpdated';
export const RESET_STORY_ARGS = 'resetStoryArgs';
export const SET_GLOBALS = 'setGlobals';
export const STORY_ARGS_UPDATED = 'storyArgsUpdated';
export const STORY_CHANGED = 'storyChanged';
export const STORY_RENDERED = 'storyRendered';
export const UPDATE_GLOBALS = 'updateGlobals';
export const UPDATE_STORY_ARGS = 'updateStoryArgs';

/** Blocks of Storybook's MDX pages. The others are converted when the page is read. */
export function ColorPalette({ children }: { children?: ReactNode }): ReactNode {
  return createElement('dl', null, children);
}

interface ColorItemProps {
  title: string;
  subtitle?: string;
  colors: string[] | Record<string, string>;
}

export function ColorItem({ title, subtitle, colors }: ColorItemProps): ReactNode {
  const rows = Object.entries(colors).map(([name, color]) => {
    const label = Array.isArray(colors) ? color : `${name} ${color}`;
    const swatch = createElement('svg', { width: 24, height: 24, viewBox: '0 0 24 24', 'aria-hidden': true }, [
      createElement('rect', {
        key: 'rect',
        width: 24,
        height: 24,
        rx: 4,
        fill: color,
        stroke: 'currentColor',
        strokeOpacity: 0.3,
      }),
    ]);
    return createElement('dd', { key: name }, swatch, ' ', createElement('code', null, label));
  });
  return createElement(Fragment, null, createElement('dt', null, title, subtitle && ` – ${subtitle}`), rows);
}

export function IconGallery({ children }: { children?: ReactNode }): ReactNode {
  return createElement('ul', null, children);
}

export function IconItem({ name, children }: { name: string; children?: ReactNode }): ReactNode {
  return createElement('li', null, children, ' ', createElement('code', null, name));
}
