import fs from 'node:fs/promises';
import path from 'node:path';
import type { BuiltSteps } from '../../../demos/steps/read-steps.ts';

export type StepMarker = ReturnType<typeof createStepMarker>;

/** Writes `realInput: true` behind the names of steps in their file. */
export function createStepMarker(root: string) {
  const written = new Set<string>();
  return {
    /**
     * A file that several demos share is written once. Returns the number of marked steps; 0 for steps in a page, which
     * are not changed.
     */
    async mark(steps: BuiltSteps | undefined, indexes: number[]): Promise<number> {
      if (!steps?.nameEnds || indexes.length === 0) return 0;
      const filePath = path.join(root, steps.file);
      if (!written.has(filePath)) await writeMarks(filePath, steps.nameEnds, indexes);
      written.add(filePath);
      return indexes.length;
    },
  };
}

async function writeMarks(filePath: string, nameEnds: number[], indexes: number[]): Promise<void> {
  let text = await fs.readFile(filePath, 'utf8');
  for (const index of indexes.toSorted((a, b) => b - a)) {
    const at = nameEnds[index] ?? 0;
    text = `${text.slice(0, at)}, realInput: true${text.slice(at)}`;
  }
  await fs.writeFile(filePath, text);
}
