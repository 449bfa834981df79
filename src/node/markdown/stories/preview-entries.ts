/** Reads what a preview file of Storybook sets for all stories, without running it. */
import fs from 'node:fs';
import path from 'node:path';
import { decodePage } from '../../content/read-page.ts';
import { type Entry, entriesOf, findEntry, mergeEntries, objectOf, type Part, valueOfPart } from './entries.ts';
import { type AnyNode, type Module, parseModule } from './parse-module.ts';
import { isFree } from './print-jsx.ts';
import { metaOf } from './read-stories.ts';

/** What stories get from it. The setup of the demos has the rest. */
const KEYS = ['args', 'argTypes', 'tags'];

/** Returns the paths that the preview file of a site may have. */
export function previewCandidates(root: string): string[] {
  return ['.tsx', '.ts', '.jsx', '.js', '.mjs'].map((ending) => path.join(root, `.storybook/preview${ending}`));
}

/**
 * Returns its `args`, `argTypes` and `tags`. Args that refer to names of the file are left out: the code of a story could not
 * import them.
 */
export function previewEntries(filePath: string): Entry[] {
  let module: Module;
  try {
    module = parseModule(decodePage(fs.readFileSync(filePath, 'utf8')), filePath);
  } catch {
    // The bundler reports it.
    return [];
  }
  const main = metaOf(module);
  const named = KEYS.flatMap((key): Entry[] =>
    module.declared.has(key) ? [{ key, value: { node: { type: 'Identifier', name: key } as AnyNode, module } }] : [],
  );
  const entries = mergeEntries([...named, ...((main && entriesOf(argumentOf(main))) ?? [])]);
  return KEYS.flatMap((key): Entry[] => {
    const value = findEntry(entries, key);
    if (!value) return [];
    const args = (entriesOf(value) ?? []).flatMap((entry) =>
      'key' in entry ? { key: entry.key, value: valueOfPart(entry.value) } : [],
    );
    return [
      {
        key,
        value:
          key === 'args'
            ? objectOf(
                args.filter((arg) => isFree(arg.value)),
                module,
              )
            : value,
      },
    ];
  });
}

/** Returns the argument of a call such as `definePreview({})`. */
function argumentOf(part: Part): Part {
  const { node, module } = valueOfPart(part);
  const [given] = node.type === 'CallExpression' && node.callee.type === 'Identifier' ? node.arguments : [];
  return { node: (given as AnyNode | undefined) ?? node, module };
}
