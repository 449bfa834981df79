import fs from 'node:fs/promises';
import path from 'node:path';
import { isolatedDeclarationSync } from 'oxc-transform';
import { expect, it } from 'vitest';

/** Every change of the report is a change of the contract with packages of plugins. */
it('is the contract of commands', async () => {
  const entry = path.resolve(import.meta.dirname, '../../../src/kit/kit.ts');
  const groups = [...(await fs.readFile(entry, 'utf8')).matchAll(/^export (?:type )?\{([^}]*)\} from '(.*)';$/gm)];
  const report = await Promise.all(
    groups.map(async ([, names = '', file = '']) => {
      const source = await fs.readFile(path.resolve(path.dirname(entry), file), 'utf8');
      const { code, errors } = isolatedDeclarationSync(file, source);
      expect(errors).toEqual([]);
      const declarations = code.replace(/\/\*\*[\s\S]*?\*\/\s*/g, '').split(/^(?=export |import |declare )/m);
      return names.split(',').flatMap((text) => {
        const name = text.replace('type ', '').trim();
        const isNamed = new RegExp(`^export (?:declare )?\\w+ ${name}\\b`);
        return name === '' ? [] : [declarations.find((declaration) => isNamed.test(declaration)) ?? name];
      });
    }),
  );
  await expect(report.flat().join('\n')).toMatchFileSnapshot('kit.api.txt');
});
