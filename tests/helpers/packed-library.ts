/** A library whose documentation is packed. */
import { DiagnosticError, formatDiagnostic, type PackOptions, pack } from 'cascader-docs';
import type { TestSite } from './build-site.ts';

/** The smallest picture with a size. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const HISTORY = {
  format: 1,
  package: '@acme/kit',
  versions: ['1.0.0', '1.2.0', '2.0.0'].map((version) => ({ version, dependencies: { react: '18.0.0' } })),
  names: ['Button', 'Button#loud', 'Button#old'],
  facts: [
    { name: 'Button#loud', version: '2.0.0', change: 'deprecated', text: 'Use `tone`.' },
    { name: 'Button#old', version: '2.0.0', change: 'removed', from: 'string' },
    { name: 'Button#tone', version: '1.2.0', change: 'added', to: 'string' },
  ],
};

/** Files of the library and its site. Version 2.1.0, which the history does not know yet, has the new property `fresh`. */
export const KIT: Record<string, string | Uint8Array> = {
  'package.json': JSON.stringify(
    {
      ...{ name: '@acme/kit', version: '2.1.0', description: 'Buttons that press back', type: 'module' },
      ...{ main: './src/index.tsx', files: ['src', 'skills'], scripts: { prepack: 'cascader-docs pack' } },
    },
    undefined,
    2,
  ),
  'src/index.tsx': `export interface ButtonProps {
  /** How loud the button looks. */
  tone?: 'quiet' | 'loud';
  /** @deprecated Use \`tone\`. */
  loud?: boolean;
  fresh?: string;
  children?: string;
}
/** A button with two tones. */
export function Button({ tone = 'quiet', children }: ButtonProps) {
  return <button type="button" data-tone={tone}>{children}</button>;
}
`,
  'demos/basic.tsx':
    "/**\n * title: Basic\n */\nimport { Button } from '@acme/kit';\nimport { label } from './shared/label';\n\nexport default () => <Button tone=\"loud\">{label}</Button>;\n",
  'demos/loud.tsx':
    "import { Button } from '@acme/kit';\nimport { label } from './shared/label';\n\nexport default () => <Button>{label}</Button>;\n",
  'demos/shared/label.ts': "export const label = 'Press';\n",
  'docs/index.md':
    '# Kit\n\n[Guide](./guide/start.md#install), [props](/button), [file](/terms.txt), [blog](/blog/one), [React](https://react.dev)\n\n![A picture](./a.png)\n\n<Link to="/button">Button</Link> and `[code](./x.md)`\n',
  'docs/a.png': PICTURE,
  'docs/public/terms.txt': 'Terms\n',
  'docs/guide/start.md': '---\ndescription: How to begin.\n---\n\n# Start\n\n## Install\n\nInstall the marzipan.\n',
  'docs/button.md':
    '# Button\n\n<code src="../demos/basic.tsx"></code>\n\n<code src="../demos/loud.tsx" title="Loud"></code>\n\n```tsx\nimport { Button } from \'@acme/kit\';\nexport default () => <Button>Inline</Button>;\n```\n\n<API id="Button"></API>\n',
  'docs/blog/one.md': '# One\n',
  'docs/api-history.json': JSON.stringify(HISTORY),
};

/** Returns a configuration file. */
export const configOf = (keys: string): Record<string, string> => ({
  'cascader-docs.config.ts': `export default { ${keys} };\n`,
});

/** Packs the documentation of a site, and returns the text of its messages. */
export async function packText(
  { root }: Pick<TestSite, 'root'>,
  options: PackOptions = {},
): Promise<{ text: string; exitCode: number }> {
  const print = (error: Pick<DiagnosticError, 'diagnostics'>): string =>
    error.diagnostics.map((one) => formatDiagnostic(one)).join('\n');
  try {
    return { text: print(await pack({ root, ...options })), exitCode: 0 };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { text: print(error), exitCode: error.exitCode };
  }
}
