import { expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/node/base/diagnostics/diagnostic.ts';
import { divideWarnings } from '../../../../src/node/tools/check/report-demo.ts';

const demo = (id: string, file: string) => ({
  id,
  file,
  route: '/a',
  url: `/~demos/${id}`,
  rendering: 'html' as const,
});
const demos = [demo('docs-a', 'demos/a.tsx'), demo('docs-a-b', 'demos/b.tsx'), demo('docs-c', 'docs/index.md')];
const warning = (text: string, { file, demos: about }: { file?: string; demos?: string[] } = {}): Diagnostic => ({
  demos: about,
  severity: 'warning',
  code: 'CD501',
  text,
  location: file === undefined ? undefined : { file, line: 3, column: 1 },
});

it('assigns warnings to the demos that they mention, or in whose file they are', () => {
  const named = warning('It cannot be rendered: no', { file: 'demos/other.tsx', demos: ['docs-a-b'] });
  const inFile = warning('A key is unknown', { file: 'demos/a.tsx' });
  const onPage = warning('A heading is missing, as docs-a and docs-c say', { file: 'docs/index.md' });
  const placeless = warning('Something else');
  const { byDemo, others } = divideWarnings([named, inFile, onPage, placeless], demos);
  expect([...byDemo.keys()].sort()).toEqual(['docs-a', 'docs-a-b']);
  expect(byDemo.get('docs-a-b')).toMatchObject([{ rule: 'CD501', place: 'build', message: named.text }]);
  expect(byDemo.get('docs-a')).toMatchObject([{ location: { file: 'demos/a.tsx', line: 3 } }]);
  expect(others).toEqual([onPage, placeless]);
});

it('assigns each demo its own warning if several have the same problem', () => {
  const each = [
    warning('The demo docs-a cannot be rendered: no', { file: 'demos/a.tsx', demos: ['docs-a'] }),
    warning('The demo docs-c cannot be rendered: no', { demos: ['docs-c'] }),
  ];
  const { byDemo, others } = divideWarnings([{ ...warning('2 demos cannot be rendered: no'), each }], demos);
  expect([...byDemo].map(([id, findings]) => [id, findings.map(({ message }) => message)])).toEqual([
    ['docs-a', ['The demo docs-a cannot be rendered: no']],
    ['docs-c', ['The demo docs-c cannot be rendered: no']],
  ]);
  expect(others).toEqual([]);
});
