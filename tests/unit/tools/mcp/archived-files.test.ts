import { expect, it } from 'vitest';
import { archivedVersions } from '../../../../src/node/project/versions/names.ts';
import type { SiteVersion } from '../../../../src/node/project/versions/types.ts';
import { findArchived } from '../../../../src/node/tools/mcp/choose-files.ts';

const archived = (id: string, others: { library?: string; aliases?: string[] } = {}): SiteVersion => ({
  ...{ kind: 'archived', id, label: id, aliases: [], base: `/v/${id}/`, folder: `/site/versions/${id}`, pages: [] },
  ...others,
});
const VERSIONS = [
  { kind: 'linked', id: '4.x', label: '4.x', href: 'https://4x.example.org/' } as const,
  archived('3.x', { aliases: ['3', 'stable'] }),
  archived('1.22', { library: '1.22.4' }),
  archived('1.x'),
  archived('v0'),
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
  expect(findArchived(archivedVersions(VERSIONS), written)?.id).toBe(id);
});
