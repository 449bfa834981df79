import fs from 'node:fs/promises';
import path from 'node:path';
import { type ReportContent, renderReport } from './render-report.ts';
import type { Finding, RawFinding } from './types.ts';

const SCREENSHOTS = 'screenshots';

export interface Report {
  readonly folder: string;
  /** Stores a screenshot. Returns its path in the report's folder. */
  addScreenshot(id: string, png: Uint8Array): Promise<string>;
  /** Stores the screenshots of findings. Returns the findings with the paths of the screenshots. */
  storeScreenshots(id: string, findings: readonly RawFinding[]): Promise<Finding[]>;
  /** Copies the screenshots of another report. */
  addScreenshotsOf(folder: string): Promise<void>;
  /** Writes the report page. Returns its absolute path. */
  write(content: ReportContent): Promise<string>;
}

/** Prepares the report's folder. With `owned`, the folder belongs to the tool, so files of an earlier check are deleted. */
export async function prepareReport(folder: string, { owned }: { owned: boolean }): Promise<Report> {
  if (owned) await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(path.join(folder, SCREENSHOTS), { recursive: true });
  const addScreenshot = async (id: string, png: Uint8Array): Promise<string> => {
    const name = `${SCREENSHOTS}/${id}.png`;
    await fs.writeFile(path.join(folder, name), png);
    return name;
  };
  return {
    folder,
    addScreenshot,
    storeScreenshots: (id, findings) =>
      Promise.all(
        findings.map(async ({ image, ...finding }, index): Promise<Finding> => {
          return image ? { ...finding, screenshot: await addScreenshot(`${id}-${index + 1}`, image) } : finding;
        }),
      ),
    async addScreenshotsOf(other) {
      await fs.cp(path.join(other, SCREENSHOTS), path.join(folder, SCREENSHOTS), { recursive: true });
    },
    async write(content) {
      const file = path.join(folder, 'index.html');
      await fs.writeFile(file, renderReport(content));
      return file;
    },
  };
}
