import { describe, expect, it } from 'vitest';
import { printTables } from '../../../helpers/library-types/api-table.ts';
import { extractApi } from '../../../helpers/library-types/compiler.ts';
import { createLibrary } from '../../../helpers/library-types/library.ts';

const types = `import * as React from 'react';
export interface ButtonProps { size?: 'small' | 'large'; color?: string; round?: boolean; icon?: React.ReactNode }
`;

/** The API table of an installed package with these files. */
async function tableOf(files: Record<string, string>, entry = 'kit'): Promise<string> {
  const inPackage = Object.entries(files).map(([name, text]) => [`node_modules/kit/${name}`, text]);
  const folder = await createLibrary(Object.fromEntries(inPackage));
  const { components, diagnostics } = extractApi({ projectRoot: folder, entry });
  expect(diagnostics).toEqual([]);
  return printTables(
    components.filter(({ kind }) => kind === 'component'),
    'kit',
  );
}

const table = `component Button
  size?: "small" | "large" = "small"
  color?: string = "red"
  round?: boolean = true
  icon?: ReactNode (slot)`;
const declaration = `${types}declare const Button: React.FC<ButtonProps>;\nexport default Button;\n`;

describe('default values in an installed package', () => {
  it('are read from ES modules next to the declarations', async () => {
    const files = {
      'package.json': '{"name": "kit", "module": "es/index.js", "types": "es/index.d.ts"}',
      'es/index.d.ts': "export { default as Button } from './Button';",
      'es/Button.d.ts': declaration,
      'es/Button.js': `import * as React from 'react';
        import { COLOR } from './constants';
        const Button = /*#__PURE__*/React.forwardRef(({ size = 'small', color = COLOR, round = true, ...rest }, ref) => null);
        if (process.env.NODE_ENV !== 'production') Button.displayName = 'Button';
        export default Button;`,
      'es/constants.js': "export const COLOR = 'red';",
    };
    expect(await tableOf(files)).toBe(table);
  });

  it('are read from CommonJS of older compilers', async () => {
    const files = {
      'package.json': '{"name": "kit", "main": "lib/index.js", "types": "lib/index.d.ts"}',
      'lib/index.d.ts': "export { default as Button } from './Button';",
      'lib/Button.d.ts': declaration.replace(/\bButton\b(?=:|;)/g, '_default'),
      'lib/Button.js': `"use strict";
        Object.defineProperty(exports, "__esModule", { value: true });
        exports.default = void 0;
        var React = _interopRequireWildcard(require("react"));
        var _constants = require("./constants");
        var InternalButton = function InternalButton(props, ref) {
          var _props$size = props.size, size = _props$size === void 0 ? 'small' : _props$size,
            _props$color = props.color, color = void 0 === _props$color ? _constants.COLOR : _props$color;
          var round = props.round === undefined ? !0 : props.round;
          var other = size === void 0 ? 'no' : size;
          return null;
        };
        var Button = /*#__PURE__*/React.forwardRef(InternalButton);
        var _default = exports.default = Button;`,
      'lib/constants.js': 'exports.COLOR = "red";',
    };
    expect(await tableOf(files)).toBe(table);
  });

  it('are read from the bundle if the declarations are elsewhere', async () => {
    const files = {
      'package.json': JSON.stringify({
        name: 'kit',
        exports: { '.': { types: './types/index.d.ts', import: './dist/kit.mjs' } },
      }),
      'types/index.d.ts': `${types}export declare function Button(props: ButtonProps): React.JSX.Element;`,
      'dist/kit.mjs':
        'const r="red";function e({size:t="small",color:n=r,round:o=!0,icon:i}){return null}e.displayName="Button";export{e as Button};',
    };
    expect(await tableOf(files)).toBe(table);
  });

  it('are read from defaultProps and from classes', async () => {
    const files = {
      'package.json': '{"name": "kit", "types": "index.d.ts"}',
      'index.d.ts': `${types}export declare class Button extends React.Component<ButtonProps> { static defaultProps: { size: 'small'; round: boolean } }`,
      'index.js': `import * as React from 'react';
        const defaults = { size: 'small', round: true };
        class Button extends React.Component { render() { const { color = 'red' } = this.props; return null; } }
        Button.defaultProps = defaults;
        export { Button };`,
    };
    expect(await tableOf(files)).toBe(table);
  });

  it('are omitted without JavaScript', async () => {
    const files = { 'package.json': '{"name": "kit", "types": "index.d.ts"}', 'index.d.ts': declaration };
    expect(await tableOf(files)).toBe(table.replace(/ = .*/g, ''));
  });

  it('are read for a subpath of the package', async () => {
    const files = {
      'package.json': JSON.stringify({
        name: 'kit',
        exports: { './button': { types: './b.d.ts', default: './b.js' } },
      }),
      'b.d.ts': declaration,
      'b.js': "export default function Button({ size = 'small', color = 'red', round = true }) { return null; }",
    };
    expect(await tableOf(files, 'kit/button')).toBe(table);
  });
});

describe('the default export of a package', () => {
  it.each([
    ['TypedKit', ['Kit', 'Kit.Part']],
    ['Kitchen', ['Kitchen', 'Kitchen.Part']],
    ['_default', ['Kit', 'Kit.Part']],
  ])('has the name that users give it: %s', async (name, ids) => {
    const folder = await createLibrary({
      'node_modules/kit/package.json': '{"name": "@acme/kit", "types": "index.d.ts"}',
      'node_modules/kit/index.d.ts': `import * as React from 'react';
        declare const ${name}: React.FC & { Part: React.FC<{ a: string }> };
        export default ${name};`,
    });
    expect(extractApi({ projectRoot: folder, entry: 'kit' }).components.map(({ id }) => id)).toEqual(ids);
  });
});

describe('an unreadable package', () => {
  it.each([
    ['no-such-kit', /^The package `no-such-kit` is not installed, or has no types/],
    ['untyped', /^The package `untyped` is not installed, or has no types/],
    ['src/nothing.tsx', /^The library entry `src\/nothing\.tsx` does not exist/],
  ])('is an error: %s', async (entry, text) => {
    const folder = await createLibrary({
      'node_modules/untyped/package.json': '{"name": "untyped", "main": "index.js"}',
      'node_modules/untyped/index.js': 'exports.a = 1;',
    });
    const { components, diagnostics } = extractApi({ projectRoot: folder, entry });
    expect(components).toEqual([]);
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 'error', code: 'CD801', text: expect.stringMatching(text) }),
    ]);
  });
});
