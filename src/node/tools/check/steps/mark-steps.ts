import fs from 'node:fs/promises';
import path from 'node:path';
import type { BuiltSteps } from '../../../demos/steps/read-steps.ts';

/**
 * Writes `realInput: true` behind the names of steps in their file.
 *
 * @param root folder of the site
 * @param indexes the steps to mark
 * @returns false if nothing was written: there is nothing to mark, or the steps are in a page
 */
export async function markSteps(root: string, steps: BuiltSteps | undefined, indexes: number[]): Promise<boolean> {
  if (!steps?.nameEnds || indexes.length === 0) return false;
  const filePath = path.join(root, steps.file);
  let text = await fs.readFile(filePath, 'utf8');
  for (const index of indexes.toSorted((a, b) => b - a)) {
    const at = steps.nameEnds[index] ?? 0;
    text = `${text.slice(0, at)}, realInput: true${text.slice(at)}`;
  }
  await fs.writeFile(filePath, text);
  return true;
}
