import { expect, it } from 'vitest';
import { packedComponents } from '../../../../src/node/render/pack/packed-components.ts';
import { unpackComponents } from '../../../../src/node/tools/mcp/open-pack.ts';

const entry = (id: string, props: object[], others: object = {}) => ({
  ...{ id, kind: 'component', source: { file: 'a.ts', line: id.length }, demos: [], props },
  ...others,
});
const demo = (id: string) => ({ id, title: id, files: [{ name: 'index.tsx', code: id }] });

interface Entry {
  id: string;
  propsOf?: string;
  aliases?: string[];
  props: { default?: string }[];
}

/** Packs and unpacks exports. */
async function roundTrip(components: object[]): Promise<{ packed: Entry[]; unpacked: Entry[] }> {
  const text = packedComponents({
    text: JSON.stringify({ version: 1, package: 'kit', components, demos: [demo('a')] }),
    ...{ library: { name: 'kit', version: '1.0.0' }, next: undefined },
    files: new Map([['a', [{ name: 'index.tsx', file: 'demos/a.tsx' }]]]),
    pathOf: () => undefined,
  });
  const unpacked = JSON.parse(await unpackComponents(text, async () => 'code\n'));
  return { packed: JSON.parse(text).components, unpacked: unpacked.components };
}

it('exports share a list of properties only if their defaults are equal', async () => {
  const { packed, unpacked } = await roundTrip([
    entry('ButtonProps', [{ name: 'size' }], { kind: 'type' }),
    entry('Other', [{ name: 'size' }], { kind: 'type' }),
    entry('Button', [{ name: 'size', default: '"small"', demos: ['a'] }]),
    entry('Link', [{ name: 'size', default: '"large"' }]),
    entry('LinkProps', [{ name: 'size' }], { kind: 'type' }),
    entry('Same', [{ name: 'size', default: '"large"' }]),
    entry('Third', [{ name: 'size' }], { kind: 'type' }),
  ]);
  expect(packed.map(({ id, propsOf }) => [id, propsOf])).toEqual([
    ['ButtonProps', 'Button'],
    ['Other', undefined],
    ['Button', undefined],
    ['Link', undefined],
    ['LinkProps', 'Link'],
    ['Same', 'Link'],
    ['Third', 'Other'],
  ]);
  const propOf = (id: string) => unpacked.find((one) => one.id === id)?.props[0];
  expect(propOf('Button')).toMatchObject({ default: '"small"', demos: ['a'] });
  expect(propOf('ButtonProps')).toEqual({ name: 'size', default: '"small"' });
  expect(propOf('Link')?.default).toBe('"large"');
  expect(propOf('Other')?.default).toBeUndefined();
  expect(propOf('Third')).toEqual(propOf('Other'));
});

it('exports keep the aliases that lead to no other export', async () => {
  const { packed } = await roundTrip([
    entry('Cascader.Panel', [], { aliases: ['Panel', 'default', 'Shared'] }),
    entry('Panels', [], { aliases: ['default', 'Shared', 'Cascader.Panel'] }),
  ]);
  expect(packed.map(({ aliases }) => aliases)).toEqual([['Panel', 'default'], undefined]);
});
