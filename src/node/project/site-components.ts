import fs from 'node:fs';
import path from 'node:path';
import type { Site } from './config/types.ts';

/** Returns the components that pages use by name and no theme contains: those of the configuration, then those of dumi. */
export function siteComponents(site: Site): DumiBuiltin[] {
  const own = Object.entries(site.config.components).map(([name, filePath]) => ({ name, filePath, needsDumi: false }));
  return [...own, ...dumiBuiltins(site).filter(({ name }) => !(name in site.config.components))];
}

export interface DumiBuiltin {
  name: string;
  filePath: string;
  /** True if the component imports from dumi, which does not run here. */
  needsDumi: boolean;
}

const FOLDER = '.dumi/theme/builtins';
const SCRIPT = /\.[jt]sx?$/;

/** Returns an empty list for sites that do not use dumi, or that configure a theme. */
export function dumiBuiltins({ root, writtenFor, config }: Site): DumiBuiltin[] {
  if (writtenFor !== 'dumi' || config.theme !== undefined) return [];
  const folder = path.join(root, FOLDER);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry): DumiBuiltin[] => {
      const filePath = entry.isDirectory() ? indexOf(path.join(folder, entry.name)) : path.join(folder, entry.name);
      const name = entry.name.replace(SCRIPT, '');
      if (!filePath || !SCRIPT.test(filePath) || !/^[A-Z]\w*$/.test(name)) return [];
      const needsDumi = /\bfrom\s*['"]dumi(\/|['"])/.test(fs.readFileSync(filePath, 'utf8'));
      return [{ name, filePath, needsDumi }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function indexOf(folder: string): string | undefined {
  const name = fs.readdirSync(folder).find((entry) => /^index\.[jt]sx?$/.test(entry));
  return name && path.join(folder, name);
}
