/** Removes type declarations that no entry of this package refers to: `tsc` writes declarations for all modules. */
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const { exports } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
/** Iterating over a set also visits values that are added meanwhile. */
const used = new Set(Object.values(exports).flatMap(({ types }) => (types ? path.join(root, types) : [])));
for (const file of used)
  for (const [, name] of fs
    .readFileSync(file, 'utf8')
    .matchAll(/\b(?:from|import\(|import) ?['"](\.[^'"]+)\.[jt]sx?['"]/g)) {
    const imported = path.resolve(path.dirname(file), `${name}.d.ts`);
    if (fs.existsSync(imported)) used.add(imported);
  }
const types = path.join(root, 'lib/types');
for (const name of fs.readdirSync(types, { recursive: true }))
  if (name.endsWith('.d.ts') && !used.has(path.join(types, name))) fs.rmSync(path.join(types, name));
