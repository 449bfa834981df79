import { ENTRY_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { DiagnosticError } from '../base/diagnostics/diagnostic.ts';
import type { DevOutput } from './dev-output.ts';
import type { DevSite } from './dev-site.ts';
import { outputCandidates } from './server/static-server.ts';

/** What there is for a path. */
export interface FoundOutput extends Omit<DevOutput, 'content'> {
  outputPath: string;
  /** Of the answer, when there is content. */
  status: 200 | 404;
  /** Absent for a page that cannot be made. */
  content?: DevOutput['content'];
}

/** Finds what a path asks for, else the page that says there is none. */
export async function findOutput(site: DevSite, target: string | undefined): Promise<FoundOutput | undefined> {
  for (const outputPath of target === undefined ? [] : outputCandidates(target)) {
    const found = await makeOutput(site, outputPath);
    if (found) return found;
  }
  const missing = await makeOutput(site, '404.html');
  return missing && { ...missing, status: 404 };
}

/** Makes an output; undefined when the site has none of that path. */
export async function makeOutput(site: DevSite, outputPath: string): Promise<FoundOutput | undefined> {
  try {
    const output = await site.output(outputPath);
    return output && { outputPath, status: 200, ...output };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return { outputPath, status: 200, diagnostics: error.diagnostics };
  }
}

/** True for a document: a page, or a file of the author's that is none of the tool's. */
export function isHtml(outputPath: string): boolean {
  return outputPath.endsWith('.html');
}

/** True for a page of the tool's, and in place of one that cannot be made. */
export function isPage({ outputPath, content }: FoundOutput): boolean {
  return (
    content === undefined || (isHtml(outputPath) && typeof content === 'string' && content.includes(ENTRY_ATTRIBUTE))
  );
}
