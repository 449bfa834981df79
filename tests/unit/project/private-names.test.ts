import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  isPrivatePath,
  PRIVATE_FILES,
  PRIVATE_PLACES,
  PUBLIC_NAMES,
  privatePlaceIn,
} from '../../../src/node/project/private-names.ts';

describe('private names', () => {
  it.each([
    ...['.env', '.env.local', '.envrc', '.ENV', '.Env.Production', 'a/.env', '.env/a.txt', '.env.d/a.txt'],
    ...[
      '.git',
      '.git/config',
      'sub/.git/HEAD',
      '.GIT/config',
      '.ssh/known_hosts',
      '.secrets/a.json',
      '.aws/credentials',
    ],
    ...'.npmrc .yarnrc.yml .netrc .htpasswd .git-credentials id_rsa ID_RSA id_ed25519.pub id_rsa.bak'.split(' '),
    ...['a.pem', 'A.PEM', 'server.key', 'x/y/server.Key', 'a.p12', 'a.crt', '.pem', 'a b.key'],
    // Windows ignores the additions to these private names.
    ...['.env.', '.env ', '.env::$DATA', 'id_rsa. ', 'a.pem::$DATA', '.git./config'],
  ])('%s is private', (name) => expect(isPrivatePath(name)).toBe(true));

  it.each([
    ...['.env.example', '.env.sample', '.ENV.EXAMPLE', 'env', 'env.ts', 'a.env', 'x.env.ts'],
    ...[
      '.gitignore',
      '.gitattributes',
      '.github/a.yml',
      '.gitkeep',
      '.well-known/security.txt',
      '.nojekyll',
      '.htaccess',
    ],
    ...['id_ID.ts', 'id_ID.json', 'id_card.svg', 'id_rsa.md', 'id_ID/index.ts', 'identity', 'my_id_rsa', 'kid_rsa'],
    ...['pem', 'pem.ts', 'a.pem.ts', 'key', 'keys/a.ts', 'a.key.tsx', 'monkey', 'a.keys', '.dumi/theme/index.ts', ''],
  ])('%s is public', (name) => expect(isPrivatePath(name)).toBe(false));

  it('make a path private from the folder with the name on', () => {
    expect(privatePlaceIn('a/.git/hooks/x.pem')).toBe('a/.git');
    expect(privatePlaceIn('id_files/a.pem')).toBe('id_files/a.pem');
    expect(privatePlaceIn('a/b.txt')).toBeUndefined();
  });

  it('are all listed in the handbook', () => {
    const file = path.resolve(import.meta.dirname, '../../../docs/_handbook/docs/reference/security.md');
    const text = fs.readFileSync(file, 'utf8');
    const rows = [...text.matchAll(/^\| (`.*`) \| files.* \|$/gm)].map(([, names = '']) => names);
    const listed = rows.map((names) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    expect(listed).toEqual([PRIVATE_PLACES, PRIVATE_FILES]);
    for (const name of PUBLIC_NAMES) expect(text).toContain(`\`${name}\``);
  });
});
