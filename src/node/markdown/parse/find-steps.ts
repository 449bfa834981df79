import fs from 'node:fs';
import path from 'node:path';

/** Where the steps of a demo are. */
export interface StepsSource {
  /** Absolute path of the file with the steps. Absent if the demo's own code exports them. */
  file?: string;
}

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx'];
const OWN_STEPS = /^export\s+const\s+steps\b/m;

/**
 * Finds the steps of a demo: `export const steps` in its code, or a file beside it, such as `simple.steps.ts` for
 * `simple.tsx`.
 *
 * @param filePath absolute path of a demo file; absent for a fenced demo
 */
export function findSteps(code: string, filePath?: string): StepsSource | undefined {
  if (OWN_STEPS.test(code)) return {};
  if (filePath === undefined) return undefined;
  const file = stepsFiles(filePath).find((candidate) => fs.existsSync(candidate));
  return file === undefined ? undefined : { file };
}

/** Returns the paths at which a file with the steps of a demo may be. */
export function stepsFiles(filePath: string): string[] {
  const { dir, name } = path.parse(filePath);
  return EXTENSIONS.map((extension) => path.join(dir, `${name}.steps${extension}`));
}
