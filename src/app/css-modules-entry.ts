/** Compiles CSS modules for the live editor: runs in the sandboxed frame, and is loaded with the first edit of a CSS module. */
import { extractICSS, replaceSymbols, replaceValueSymbols } from 'icss-utils';
import postcss, { type AcceptedPlugin, type Root } from 'postcss';
import extractImports from 'postcss-modules-extract-imports';
import localByDefault from 'postcss-modules-local-by-default';
import scope from 'postcss-modules-scope';
import values from 'postcss-modules-values';
import { type CssModuleTools, scopeSheet } from '../shared/css-modules.ts';

const tools: CssModuleTools<AcceptedPlugin, Root> = {
  postcss: (plugins) => postcss(plugins) as ReturnType<CssModuleTools<AcceptedPlugin, Root>['postcss']>,
  plugins: [values, localByDefault(), extractImports()],
  scope,
  extractICSS,
  replaceSymbols,
  replaceValueSymbols,
};

globalThis.cascaderCssModules = { scope: (css, options) => scopeSheet(css, options, tools) };
