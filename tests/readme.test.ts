import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { ROOM_ORDER } from './bench/house.mjs';

const root = path.resolve(import.meta.dirname, '..');
const readmes = globSync(['src/**/README.md', 'tests/README.md'], { cwd: root }).sort();
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

/** The map is short enough to read at once. Details are in the READMEs of the folders. */
const MOST_LINES = 200;
const MOST_IN_CELL = 200;

/** Finds the source files that a text mentions. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`(@?[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|css))`/g)].map(([, name = '']) => name);
}

describe('READMEs', () => {
  it('describe each room and ring', () => {
    const rings = ['app', 'cli', 'commands', 'kit', 'runtime', 'shared', 'theme'];
    const folders = [...ROOM_ORDER.map((room) => `node/${room}`), ...rings];
    const map = read('src/README.md');
    expect(folders.filter((folder) => !readmes.includes(`src/${folder}/README.md`))).toEqual([]);
    expect(folders.filter((folder) => !map.includes(`(${folder}/README.md)`))).toEqual([]);
  });

  it.each(readmes)('mention only files that exist: %s', (readme) => {
    const parents = [path.dirname(readme), 'src/node', 'src', '.'];
    const exists = (name: string): boolean => parents.some((parent) => fs.existsSync(path.join(root, parent, name)));
    expect(namesIn(read(readme)).filter((name) => !exists(name))).toEqual([]);
  });

  it('keep the map short', () => {
    const lines = read('src/README.md').split('\n');
    expect(lines.length).toBeLessThanOrEqual(MOST_LINES + 1);
    const cells = lines.filter((line) => line.startsWith('|')).flatMap((line) => line.split('|'));
    expect(cells.filter((cell) => cell.trim().length > MOST_IN_CELL)).toEqual([]);
  });
});
