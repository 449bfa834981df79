import { ENTRY_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import type { DevOutput } from './dev-output.ts';
import type { DevSite } from './dev-site.ts';
import { outputCandidates } from './server/static-server.ts';

export interface FoundOutput extends Omit<DevOutput, 'content'> {
  outputPath: string;
  status: 200 | 404;
  /** Absent for a page that cannot be rendered. */
  content?: DevOutput['content'];
}

/** Finds the output of a requested path; otherwise returns `404.html` with status 404. */
export async function findOutput(site: DevSite, target: string | undefined): Promise<FoundOutput | undefined> {
  for (const outputPath of target === undefined ? [] : outputCandidates(target)) {
    const found = await makeOutput(site, outputPath);
    if (found) return found;
  }
  const missing = await makeOutput(site, '404.html');
  return missing && { ...missing, status: 404 };
}

/** Generates an output; undefined for an unknown path. Returns errors as diagnostics. */
export async function makeOutput(site: DevSite, outputPath: string): Promise<FoundOutput | undefined> {
  try {
    const output = await site.output(outputPath);
    return output && { outputPath, status: 200, ...output };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { outputPath, status: 200, diagnostics: error.diagnostics };
  }
}

/** Returns true for an HTML document: a generated page, or an HTML file of the user. */
export function isHtml(outputPath: string): boolean {
  return outputPath.endsWith('.html');
}

export function isPage({ outputPath, content }: FoundOutput): boolean {
  return (
    content === undefined || (isHtml(outputPath) && typeof content === 'string' && content.includes(ENTRY_ATTRIBUTE))
  );
}
