import fs from 'node:fs/promises';
import path from 'node:path';
import { type CheckResult, check, type Finding } from 'cascader-docs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { createSite, listFiles, type TestSite } from '../helpers/build-site.ts';

const effect = (body: string, html = '<p>Text.</p>'): string =>
  `import { useEffect } from 'react';\nexport default function Demo() {\n  useEffect(() => {\n    ${body}\n  }, []);\n  return ${html};\n}\n`;
const rendering = (html: string): string => `export default function Demo() {\n  return ${html};\n}\n`;

/** A playground, which has its problem in one state only. */
const played = (body: string): string =>
  `type Props = { tone?: 'calm' | 'loud' };\nfunction Inner({ tone }: Props) {\n  ${body}\n}\nexport default function Demo({ tone }: Props) {\n  return <Inner tone={tone} />;\n}\n`;

/** Demos with one problem each, and the rules that find it. */
const faults: Record<string, { source: string; rules: string[]; message: RegExp }> = {
  label: { source: rendering('<input type="text" />'), rules: ['axe/label'], message: /must have labels/ },
  // Its root has no height.
  fixed: {
    source: rendering('<input type="text" style={{ position: "fixed", bottom: 0 }} />'),
    rules: ['axe/label'],
    message: /must have labels/,
  },
  contrast: {
    source: rendering('<p style={{ color: "#bbb", background: "#fff" }}>Pale.</p>'),
    rules: ['axe/color-contrast'],
    message: /contrast/,
  },
  picture: {
    source: rendering('<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" width="20" height="20" />'),
    rules: ['axe/image-alt'],
    message: /alternative text/,
  },
  twins: {
    source: rendering('<p><b id="twin">One</b> <b id="twin">two</b></p>'),
    rules: ['axe/duplicate-id'],
    message: /unique/,
  },
  keys: {
    source: rendering('<ul>{[1, 2].map((n) => <li>{n}</li>)}</ul>'),
    rules: ['console-error'],
    message: /unique "key" prop/,
  },
  played: {
    source: played("if (tone === 'loud') throw new Error('Too loud');\n  return <p>Text.</p>;"),
    rules: ['crash'],
    message: /^Too loud\nOpen \/~demos\/\S+-played\?played\.tone=loud$/,
  },
  // What was found before a state hangs is kept.
  stuck: {
    source: played('if (tone === \'loud\') for (;;);\n  return <input type="text" />;'),
    rules: ['axe/label', 'not-started'],
    message: /must have labels/,
  },
  dark: {
    source: played('return <p style={{ color: "#222" }}>Dark {tone}</p>;'),
    rules: ['axe/color-contrast'],
    message: /contrast/,
  },
  mismatch: { source: rendering('<p>{Math.random()}</p>'), rules: ['hydration'], message: /Hydration failed/ },
  attribute: {
    source: rendering('<p title={typeof window}>Text.</p>'),
    rules: ['hydration'],
    message: /attributes of the server rendered HTML didn't match/,
  },
  server: {
    source: rendering('<p>{window.innerWidth > 0 ? "wide" : "narrow"}</p>'),
    rules: ['CD501'],
    message: /window is not defined/,
  },
  logs: {
    source: effect("console.error('The price is %s', 'missing');"),
    rules: ['console-error'],
    message: /^The price is missing$/,
  },
  noisy: {
    source: effect('for (let i = 0; i < 40; i++) console.error("Noise " + i);'),
    rules: ['console-error'],
    message: /^Noise 0$/,
  },
  warns: {
    source: effect("console.warn('Old', { since: 2 });"),
    rules: ['console-warning'],
    message: /^Old \{ since: 2 \}$/,
  },
  prop: {
    source: rendering('<p {...{ myProp: "x" }}>Text.</p>'),
    rules: ['console-error'],
    message: /does not recognize the `myProp` prop/,
  },
  effect: { source: effect("throw new Error('The effect broke');"), rules: ['crash'], message: /The effect broke/ },
  object: {
    source: `import { useEffect, useState } from 'react';
export default function Demo() {
  const [shown, show] = useState<unknown>('Text.');
  useEffect(() => show({ a: 1 }), []);
  return <p>{shown as string}</p>;
}
`,
    rules: ['crash'],
    message: /^Objects are not valid as a React child \(found: object with keys \{a\}\)/,
  },
  rejection: {
    source: effect("void Promise.reject(new Error('Nobody looked'));"),
    rules: ['unhandled-rejection'],
    message: /Nobody looked/,
  },
  timer: {
    source: effect("setTimeout(() => { throw new RangeError('Late'); }, 60);"),
    rules: ['uncaught'],
    message: /RangeError: Late/,
  },
  gone: {
    source: rendering('<img src="/no/such.png" alt="A harbour" width="20" height="20" />'),
    rules: ['console-error'],
    message: /404.*\(\/no\/such\.png\)/,
  },
  export: {
    source: effect('document.documentElement.dataset.prefersColor!.toUpperCase();'),
    rules: ['uncaught'],
    message: /Cannot read properties of undefined/,
  },
  never: {
    source:
      'import { use } from "react";\nconst never = new Promise(() => {});\nexport default function Demo() {\n  if (typeof window !== "undefined") use(never);\n  return <p>Text.</p>;\n}\n',
    rules: ['not-started', 'export-empty'],
    message: /within 4 s/,
  },
};
const hangs = effect('for (;;);');
const leaves = effect("location.assign('/');");
const clean = `import { useState } from 'react';
export default function Demo() {
  const [count, setCount] = useState(0);
  return <button type="button" onClick={() => setCount(count + 1)}>Pressed {count}</button>;
}
`;

/** Like an open dialog, it renders nothing in its root. */
const portal = `import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
export default function Demo() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  return isOpen ? createPortal(<main>Beside the root</main>, document.body) : null;
}
`;

const page = (title: string, names: string[], attributes = ''): string =>
  `# ${title}\n\n${names.map((name) => `<code src="../demos/${name}.tsx"${attributes}></code>\n`).join('\n')}`;

let site: TestSite;
let result: CheckResult;
const order: string[] = [];
const findingsOf = (id: string): Finding[] | undefined => result.demos.find((demo) => demo.id === id)?.findings;

beforeAll(async () => {
  const sources = Object.fromEntries(
    Object.entries(faults).map(([name, { source }]) => [`demos/${name}.tsx`, source] as const),
  );
  site = await createSite({
    'cascader-docs.config.ts': "export default { demoTimeout: 4000, theme: './theme/index.tsx' };",
    'theme/index.tsx':
      "import theme from 'cascader-docs/theme';\nexport default { ...theme, CrashBox: () => <i>Out of order</i> };\n",
    'docs/index.md': '# Home\n\nNo demos.\n',
    'docs/faults.md': page('Faults', [...Object.keys(faults), 'clean', 'remote', 'portal', 'nothing']),
    'docs/hang.md': page('Hang', ['clean', 'hangs', 'leaves', 'logs']),
    'docs/order.md': page('Order', ['sets', 'needs']),
    'demos/sets.tsx': effect("Object.assign(window, { kit: 'ready' });"),
    'demos/needs.tsx': effect('(window as { kit?: string }).kit!.length;'),
    'docs/ids.md': page('Ids', ['named', 'twin', 'clean']),
    'demos/named.tsx': rendering('<p id="shared">Text.</p>'),
    'demos/twin.tsx': rendering('<p id="shared">Other text.</p>'),
    'docs/frames.md': page('Frames', ['clean', 'logs'], ' iframe="200"'),
    'docs/tabs.md': '# Tabs\n\nText.\n',
    'docs/tabs.$tab-more.md': `${page('More', ['clean', 'label'])}\n<code src="../demos/clean.tsx" id="inline" inline></code>\n`,
    'docs/loud.mdx':
      'import { Loud } from "./loud.tsx";\n\n# Loud\n\n<Loud />\n\n<code src="../demos/clean.tsx"></code>\n',
    'docs/loud.tsx': `${effect("console.error('The page itself');").replace('default function Demo', 'function Loud')}`,
    'demos/clean.tsx': clean,
    'demos/remote.tsx': `import './remote.css';\n${rendering('<p className="remote">Text.</p>')}`,
    // The browser never requests this picture: its address must not be mistaken for a file of the project.
    'demos/remote.css': '@media (width < 1px) { .remote { background: url(//example.org/picture.png); } }\n',
    'demos/portal.tsx': portal,
    'demos/portal.steps.ts': `export const steps = [
      { name: 'Shows a text', run: ({ find, expect }) => expect(find.text('Beside the root')).toBeVisible() },
    ];\n`,
    'demos/nothing.tsx': 'export default () => null;\n',
    'demos/hangs.tsx': hangs,
    'demos/leaves.tsx': leaves,
    ...sources,
  });
  result = await check({
    root: site.root,
    connect: inject('browser'),
    cache: false,
    onDemo: ({ id }) => order.push(id),
  });
});

describe('check', () => {
  it.each(Object.entries(faults))('finds the problem of the demo `%s`, and nothing else', (name, {
    rules,
    message,
  }) => {
    const findings = findingsOf(`docs-faults-demo-${name}`);
    expect([...new Set(findings?.map(({ rule }) => rule))]).toEqual(rules);
    expect(findings?.[0]?.message).toMatch(message);
  });

  it('finds nothing in correct demos next to faulty ones', () => {
    expect(findingsOf('docs-faults-demo-clean')).toEqual([]);
    expect(findingsOf('docs-faults-demo-remote')).toEqual([]);
  });

  it('starts demos that render nothing in their root', () => {
    expect(findingsOf('docs-faults-demo-portal')).toEqual([]);
    expect(findingsOf('docs-faults-demo-nothing')?.map(({ rule }) => rule)).toEqual(['export-empty']);
  });

  it('reports ten findings per rule, and that there are more', () => {
    const findings = findingsOf('docs-faults-demo-noisy') ?? [];
    expect(findings.length).toBe(11);
    expect(findings.at(-1)).toMatchObject({ message: 'There are more findings for this rule', details: '30 more' });
  });

  it('identifies the element by its path from the root of the demo', () => {
    expect(findingsOf('docs-faults-demo-label')?.[0]).toMatchObject({ target: 'input', place: 'alone' });
    expect(findingsOf('docs-faults-demo-twins')?.map(({ target }) => target)).toContain('p > b:nth-of-type(1)');
  });

  it('reports the source location of a build warning', () => {
    expect(findingsOf('docs-faults-demo-server')?.[0]).toMatchObject({
      place: 'build',
      location: { file: 'demos/server.tsx', line: 2 },
    });
  });

  it('finds a demo that works in the site but breaks as an exported project', () => {
    expect(findingsOf('docs-faults-demo-export')?.[0]?.place).toBe('export');
  });

  it('finds a demo that works only after another one of its page', () => {
    expect(findingsOf('docs-order-demo-sets')).toEqual([]);
    expect(findingsOf('docs-order-demo-needs')).toMatchObject([{ rule: 'crash', place: 'alone' }]);
  });

  it('finds ids that are also used by another demo of the page', () => {
    for (const name of ['named', 'twin'])
      expect(findingsOf(`docs-ids-demo-${name}`)).toMatchObject([
        { rule: 'axe/duplicate-id', place: 'page', message: expect.stringContaining('`shared`') },
      ]);
    expect(findingsOf('docs-ids-demo-clean')).toEqual([]);
  });

  it('continues after a demo that hangs its page or navigates away', () => {
    expect(findingsOf('docs-hang-demo-clean')).toEqual([]);
    expect(findingsOf('docs-hang-demo-hangs')?.map(({ rule }) => rule)).toEqual(['not-started']);
    expect(findingsOf('docs-hang-demo-leaves')?.length).toBeGreaterThan(0);
    expect(findingsOf('docs-hang-demo-logs')?.map(({ message }) => message)).toEqual(['The price is missing']);
  });

  it('checks demos in frames and in tabs', () => {
    expect(findingsOf('docs-frames-demo-clean')).toEqual([]);
    expect(findingsOf('docs-frames-demo-logs')?.map(({ message }) => message)).toEqual(['The price is missing']);
    const tabbed = result.demos.filter(({ id }) => id.startsWith('docs-tabs'));
    expect(tabbed.map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([[], ['axe/label'], []]);
    expect(tabbed.map(({ screenshot }) => screenshot !== undefined)).toEqual([false, true, false]);
  });

  it('reports console errors of the page itself separately from its demos', () => {
    expect(result.others.map(({ subject }) => subject)).toEqual(['/loud']);
    expect(result.others[0]?.findings).toMatchObject([{ rule: 'console-error', message: 'The page itself' }]);
    expect(findingsOf('docs-loud-demo-clean')).toEqual([]);
  });

  it('reports the demos in the order of their pages, and counts the findings', () => {
    expect(order).toEqual(result.demos.map(({ id }) => id));
    const all = [...result.demos, ...result.others].flatMap(({ findings }) => findings);
    expect(result.findings).toBe(all.length);
  });

  it('writes a report with a screenshot of every demo with findings in its page or on its own', async () => {
    const folder = path.dirname(result.report);
    const html = await fs.readFile(result.report, 'utf8');
    for (const name of Object.keys(faults)) expect(html).toContain(`docs-faults-demo-${name}`);
    expect(html).not.toContain('<script');
    const pictures = (await listFiles(folder)).filter((file) => file.endsWith('.png'));
    expect(pictures).toContain('screenshots/docs-faults-demo-label.png');
    expect(pictures).toEqual(result.demos.flatMap(({ screenshot }) => screenshot ?? []).sort());
  });

  it('leaves nothing behind except the report', async () => {
    expect(await fs.readdir(path.join(site.root, 'node_modules/.cache/cascader-docs'))).toEqual(['check']);
    expect(await fs.readdir(site.root)).not.toContain('dist');
  });
});

describe('a finding that all demos share', () => {
  it('is reported once, with the number of demos, and not as a finding of their pages', async () => {
    const shared = await createSite({
      'cascader-docs.config.ts':
        "export default { favicons: ['https://127.0.0.1:9/icon.png'], styles: ['https://127.0.0.1:9/site.css'] };",
      'docs/index.md': page('Home', ['one', 'label']),
      'docs/more.md': page('More', ['one']),
      'demos/one.tsx': clean,
      'demos/label.tsx': faults.label?.source ?? '',
    });
    const reported: number[] = [];
    const found = await check({
      root: shared.root,
      connect: inject('browser'),
      onDemo: ({ findings }) => reported.push(findings.length),
    });
    expect(found.others).toMatchObject([{ subject: 'all 3 demos', demos: 3 }]);
    expect(found.others[0]?.findings.map(({ message }) => message)).toContainEqual(expect.stringContaining('site.css'));
    expect(found.demos.map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([[], ['axe/label'], []]);
    expect(reported).toEqual([0, 1, 0]);
    expect(await fs.readFile(found.report, 'utf8')).toContain('all 3 demos');
  });
});

it('taking a screenshot changes nothing in demos that have not started yet', async () => {
  const style = "{{ position: 'absolute', margin: 0, opacity: 0 }}";
  const { root } = await createSite({
    'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n\n<code src="../demos/two.tsx"></code>\n',
    'demos/one.tsx': rendering('<p>Text.</p>'),
    'demos/two.tsx': rendering(`<label>Two <input type="checkbox" readOnly style=${style} /></label>`),
  });
  const { demos } = await check({ root, connect: inject('browser') });
  expect(demos.flatMap(({ findings }) => findings)).toEqual([]);
});

it('checks only what an edit reaches, and what has findings', async () => {
  const site = await createSite({
    'docs/index.md': '# Home\n\n<code src="../demos/one.tsx"></code>\n\n<code src="../demos/label.tsx"></code>\n',
    'docs/more.md': '# More\n\n<code src="../demos/two.tsx"></code>\n',
    'demos/one.tsx': "import { text } from './text';\nexport default () => <p>{text}</p>;\n",
    'demos/text.ts': "export const text = 'One';\n",
    'demos/two.tsx': 'export default () => <button type="button">Two</button>;\n',
    'demos/two.steps.ts': `export const steps = [
      { name: 'Has a button', run: ({ find, expect }) => expect(find('button')).toBeVisible() },
    ];\n`,
    'demos/label.tsx': faults.label?.source ?? '',
    'docs/public/data.json': '1',
  });
  const reusedIn = async (options: object = {}): Promise<string[]> => {
    const { demos, reused } = await check({ root: site.root, connect: inject('browser'), ...options });
    const names = demos.filter(({ isReused }) => isReused).map(({ id }) => id.replace('docs-demo-', ''));
    expect(reused).toBe(names.length);
    expect(demos.map(({ findings }) => findings.length)).toEqual([0, 1, 0]);
    return names.map((name) => name.split('-').at(-1) ?? name);
  };
  expect(await reusedIn()).toEqual([]);
  expect(await reusedIn()).toEqual(['one', 'two']);
  expect(await reusedIn({ cache: false })).toEqual([]);
  await site.write({ 'demos/text.ts': "export const text = 'Uno';\n" });
  expect(await reusedIn()).toEqual(['two']);
  await site.write({ 'docs/public/data.json': '2' });
  expect(await reusedIn()).toEqual([]);
});
