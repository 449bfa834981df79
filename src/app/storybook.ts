/**
 * What stories get if they import from `storybook` or `@storybook/*`: functions with the same names that need no Storybook.
 * What only Storybook can do, such as panels and docs pages, does nothing here.
 */
import { createElement, Fragment, type ReactNode } from 'react';

// Hooks of `storybook/preview-api` that are those of React.
export { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';

type AnyFunction = (...given: unknown[]) => unknown;

/** Function that records its calls. */
type Spy = AnyFunction & {
  mock: { calls: unknown[][]; results: { type: 'return' | 'throw'; value: unknown }[] };
  mockImplementation(next: AnyFunction): Spy;
  mockReturnValue(value: unknown): Spy;
  mockResolvedValue(value: unknown): Spy;
  mockRejectedValue(value: unknown): Spy;
  mockName(name: string): Spy;
  mockClear(): Spy;
  mockReset(): Spy;
};

/** Returns a function that records its calls. */
export function fn(implementation: AnyFunction = () => undefined): Spy {
  let current = implementation;
  const spy = ((...given: unknown[]): unknown => {
    spy.mock.calls.push(given);
    try {
      const value = current(...given);
      spy.mock.results.push({ type: 'return', value });
      return value;
    } catch (error) {
      spy.mock.results.push({ type: 'throw', value: error });
      throw error;
    }
  }) as Spy;
  const become = (next: AnyFunction): Spy => {
    current = next;
    return spy;
  };
  const clear = (): Spy => {
    spy.mock = { calls: [], results: [] };
    return spy;
  };
  clear();
  spy.mockImplementation = become;
  spy.mockReturnValue = (value) => become(() => value);
  spy.mockResolvedValue = (value) => become(() => Promise.resolve(value));
  spy.mockRejectedValue = (value) => become(() => Promise.reject(value));
  spy.mockName = () => spy;
  spy.mockClear = clear;
  spy.mockReset = () => {
    current = implementation;
    return clear();
  };
  return spy;
}

/** Returns a function that does nothing: there is no panel that lists its calls. */
export function action(_name?: string): AnyFunction {
  return () => undefined;
}

/** Returns such a function for each name. */
export function actions(...names: (string | Record<string, string>)[]): Record<string, AnyFunction> {
  const all = names.flatMap((name) => (typeof name === 'string' ? [name] : Object.keys(name)));
  return Object.fromEntries(all.map((name) => [name, action(name)]));
}

/** Returns a function that does nothing: stories are on pages, and have no links of their own. */
export function linkTo(_title: string, _name?: string): AnyFunction {
  return () => undefined;
}

/** What a decorator gets beside the story. */
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

/** Args of a story, which nothing changes here. */
export function useArgs(): [Record<string, unknown>, AnyFunction, AnyFunction] {
  return [{}, () => undefined, () => undefined];
}

/** Settings of the toolbar, which is not here. */
export function useGlobals(): [Record<string, unknown>, AnyFunction] {
  return [{}, () => undefined];
}

export function useParameter<Value>(_name: string, fallback?: Value): Value | undefined {
  return fallback;
}

/** Sizes of windows, which mean nothing here. */
export const INITIAL_VIEWPORTS: Record<string, unknown> = {};
export const MINIMAL_VIEWPORTS: Record<string, unknown> = {};

/** Returns its argument, as a preview, a file or a story of factories. */
export function definePreview<Given extends object>(given: Given): Given & Factory {
  return { ...given, ...factory };
}

interface Factory {
  meta(given: object): object;
  type(): Factory;
}

const factory: Factory = {
  meta: (given) => ({
    ...given,
    story: (own: { args?: object } = {}) => {
      const args = { ...(given as { args?: object }).args, ...own.args };
      return { ...own, input: own, composed: { ...own, args } };
    },
  }),
  type: () => factory,
};

/** Decorators for calls and links, which do nothing here. */
export const withActions: Decorator = (story) => createElement(story as never);
export const withLinks: Decorator = (story) => createElement(story as never);

export function configureActions(): void {}
export function setProjectAnnotations(): void {}

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
