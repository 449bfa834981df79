import fs from 'node:fs';
import path from 'node:path';

export interface StepsSource {
  /** Absent if the demo's own code exports them. */
  file?: string;
}

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx'];
const OWN_STEPS = /^export\s+const\s+steps\b/m;

/** Finds `export const steps` in the code, or a file next to it, such as `simple.steps.ts` for `simple.tsx`. */
export function findSteps(code: string, filePath?: string): StepsSource | undefined {
  if (OWN_STEPS.test(code)) return {};
  if (filePath === undefined) return undefined;
  const file = stepsFiles(filePath).find((candidate) => fs.existsSync(candidate));
  return file === undefined ? undefined : { file };
}

export function stepsFiles(filePath: string): string[] {
  const { dir, name } = path.parse(filePath);
  return EXTENSIONS.map((extension) => path.join(dir, `${name}.steps${extension}`));
}
