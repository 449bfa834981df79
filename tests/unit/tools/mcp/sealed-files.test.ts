import { expect, it } from 'vitest';
import { sealedVersions } from '../../../../src/node/project/versions/sealed-versions.ts';
import type { SiteVersion } from '../../../../src/node/project/versions/types.ts';
import { findSealed } from '../../../../src/node/tools/mcp/sealed-files.ts';

const sealed = (id: string, others: { library?: string; aliases?: string[] } = {}): SiteVersion => ({
  ...{ kind: 'sealed', id, label: id, aliases: [], seal: '', base: `/v/${id}/`, pages: [], files: new Map() },
  ...others,
});
const VERSIONS = [
  { kind: 'linked', id: '4.x', label: '4.x', href: 'https://4x.example.org/' } as const,
  sealed('3.x', { aliases: ['3', 'stable'] }),
  sealed('1.22', { library: '1.22.4' }),
  sealed('1.x'),
  sealed('v0'),
];

it.each([
  ['3.x', '3.x'],
  ['3', '3.x'],
  ['stable', '3.x'],
  ['3.1.4', '3.x'],
  ['1.22', '1.22'],
  ['1.22.4', '1.22'],
  ['v1.22.4', '1.22'],
  ['1.22.1', '1.22'],
  ['1.2', '1.x'],
  ['10', undefined],
  ['0.9', 'v0'],
  ['4.x', undefined],
  ['latest', undefined],
])('documentation of %s is in the version %s', (written, id) => {
  expect(findSealed(sealedVersions({ versions: VERSIONS }), written)?.id).toBe(id);
});
