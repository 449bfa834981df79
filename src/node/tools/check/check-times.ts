import fs from 'node:fs/promises';
import path from 'node:path';

/** Milliseconds that the demos of each page took in the last check, by route. */
export type CheckTimes = Record<string, number>;

/** Returns nothing if there was no check, or its file was cut off. */
export async function readTimes(folder: string): Promise<CheckTimes> {
  try {
    return JSON.parse(await fs.readFile(fileIn(folder), 'utf8')) as CheckTimes;
  } catch {
    // Then demos are divided by their number of steps.
    return {};
  }
}

/** Pages that were not checked keep their times. */
export async function writeTimes(folder: string, times: CheckTimes): Promise<void> {
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(fileIn(folder), JSON.stringify({ ...(await readTimes(folder)), ...times }));
}

function fileIn(folder: string): string {
  return path.join(folder, 'check-times.json');
}
