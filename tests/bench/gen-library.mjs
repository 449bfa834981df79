// gen-library.mjs COUNT FOLDER   — a library of components, and truth.json with the content that its API tables should
// have.
import fs from 'node:fs';
import path from 'node:path';

const [count = '200', folder = 'library'] = process.argv.slice(2);
const truth = {};
const write = (file, text) => {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
};
const COMMON = ['size', 'testId'];
const REACT = "import * as React from 'react';\nimport type { CommonProps } from '../common';\n";

/** Ways to write a component. */
const KINDS = [
  (name, n) => ({
    text: `/** Shows ${name}. */\nexport function ${name}({ tone = 'quiet', count = ${n}, ...rest }: ${name}Props) {\n  return <b data-tone={tone} {...rest}>{count}</b>;\n}\n`,
    props: `export interface ${name}Props extends CommonProps {\n  /** How loud. */\n  tone?: 'quiet' | 'loud' | 'tone${n}';\n  /** How many. */\n  count?: number;\n  label: string;\n  onPick?: (value: string, index: number) => void;\n}\n`,
    own: ['tone', 'count', 'label', 'onPick'],
    defaults: { tone: 'quiet', count: String(n) },
    unions: { tone: ['quiet', 'loud', `tone${n}`] },
  }),
  (name, n) => ({
    text: `/** Forwards a ref. */\nexport const ${name} = React.forwardRef<HTMLButtonElement, ${name}Props>(({ kind = 'plain', ...rest }, ref) => (\n  <button ref={ref} data-kind={kind} {...rest} />\n));\n`,
    props: `type Kind = 'plain' | 'kind${n}';\nexport type ${name}Props = CommonProps & React.ButtonHTMLAttributes<HTMLButtonElement> & {\n  /** What it looks like. */\n  kind?: Kind;\n  icon?: React.ReactNode;\n};\n`,
    own: ['kind', 'icon'],
    defaults: { kind: 'plain' },
    unions: { kind: ['plain', `kind${n}`] },
    inherited: ['onClick', 'disabled', 'aria-label'],
  }),
  (name) => ({
    text: `/** Generic. */\nexport function ${name}<Item extends Option = Option, Many extends boolean = false>({ limit = 5 }: ${name}Props<Item, Many>) {\n  return <ul data-limit={limit} />;\n}\n`,
    props: `export interface Option {\n  value: string | number;\n}\ntype Value<Item extends Option, Many> = false extends Many ? Item['value'] : Item['value'][];\nexport interface ${name}Props<Item extends Option = Option, Many extends boolean = false> extends CommonProps {\n  /** The options. */\n  options?: Item[];\n  /** What is chosen. */\n  value?: Value<Item, Many>;\n  many?: Many;\n  limit?: number;\n}\n`,
    own: ['options', 'value', 'many', 'limit'],
    defaults: { limit: '5' },
    unions: {},
    plain: { value: 'string | number | (string | number)[]' },
  }),
  (name, n) => ({
    text: `function Inner({ open = false }: ${name}Props) {\n  return <i data-open={open} />;\n}\n/** Memoised. */\nexport const ${name} = React.memo(Inner);\n`,
    props: `interface Base${name} {\n  /** Whether it is open. */\n  open?: boolean;\n  gone?: string;\n  at?: 'left' | 'right${n}';\n}\nexport type ${name}Props = CommonProps & Omit<Base${name}, 'gone'> & Partial<Record<'before' | 'after', React.ReactNode>>;\n`,
    own: ['open', 'at', 'before', 'after'],
    defaults: { open: 'false' },
    unions: { at: ['left', `right${n}`] },
  }),
  (name, n) => ({
    text: `/** A class. */\nexport class ${name} extends React.Component<${name}Props> {\n  static defaultProps = { mode: 'one' };\n  render() {\n    return <u>{this.props.mode}</u>;\n  }\n}\n`,
    props: `export interface ${name}Props extends CommonProps {\n  /** Which one. */\n  mode?: 'one' | 'two${n}';\n  children?: React.ReactNode;\n}\n`,
    own: ['mode', 'children'],
    defaults: { mode: 'one' },
    unions: { mode: ['one', `two${n}`] },
  }),
];

write('package.json', '{ "name": "bench-library", "version": "1.0.0", "types": "src/index.ts" }\n');
write(
  'tsconfig.json',
  `${JSON.stringify({ compilerOptions: { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', strict: true, skipLibCheck: true }, include: ['src'] }, undefined, 2)}\n`,
);
write(
  'src/common.ts',
  "/** What all have. */\nexport interface CommonProps {\n  /** How large. */\n  size?: 'small' | 'large';\n  testId?: string;\n}\n",
);
const groups = new Map();
for (let n = 0; n < Number(count); n++) {
  const name = `Part${n}`;
  const { text, props, plain = {}, inherited = [], ...expected } = KINDS[n % KINDS.length](name, n);
  const group = `group${Math.floor(n / 20)}`;
  write(`src/${group}/${name}.tsx`, `${REACT}\n${props}\n${text}`);
  // Re-exported with `export *`, or by name.
  const line =
    n % 3 === 0
      ? `export * from './${name}';`
      : `export { ${name} } from './${name}';\nexport type { ${name}Props } from './${name}';`;
  groups.set(group, [
    ...(groups.get(group) ?? []),
    n % KINDS.length === 2 ? `export { ${name} } from './${name}';` : line,
  ]);
  truth[name] = { ...expected, plain, inherited, common: COMMON };
}
for (const [group, lines] of groups) write(`src/${group}/index.ts`, `${lines.join('\n')}\n`);
write('src/index.ts', `${[...groups.keys()].map((group) => `export * from './${group}';`).join('\n')}\n`);
write('docs/index.md', '# Home\n\n<API id="Part0" />\n');
write('truth.json', JSON.stringify(truth));
