import type { Diagnostic } from 'cascader-docs';
import type { TestBuild } from './build-site.ts';
import type { RunningDev } from './dev-site.ts';

/** The dev server's response for a path below the base of the site. */
export interface DevAnswer {
  status: number;
  text: string;
  /** Codes of the errors on the page. */
  errors: string[];
}

/** Fetches a path. The status is 0 if there is no response, for example while the server changes its base. */
export async function ask(dev: RunningDev, path: string): Promise<DevAnswer> {
  const response = await fetch(dev.server.urls[0]?.replace(/\/$/, '') + path).catch(() => undefined);
  const text = (await response?.text()) ?? '';
  const [, shown = '[]'] = /<script type="application\/json" id="site:diagnostics">(.*?)<\/script>/s.exec(text) ?? [];
  const errors = (JSON.parse(shown) as { code: string }[]).map(({ code }) => code);
  return { status: response?.status ?? 0, text, errors };
}

/**
 * Removes from a page or text what may differ between dev and build: the script of dev, and everything that depends on
 * asset names.
 */
function mask(text: string): string {
  return (
    text
      .replace(/<script type="module" src="[^"]*~dev\/client\.js"[^>]*><\/script>/, '')
      .replace(/\/assets\/[^"'&\s)]*/g, '/assets/X')
      .replace(/ integrity="[^"]*"/g, '')
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
      // Modules that are preloaded for slow connections.
      .replace(/<link rel="modulepreload"[^>]*>/g, '')
      .replace(/"buildId":"[^"]*"/, '"buildId":""')
  );
}

/**
 * Compares the responses of the dev server with the output of `build`. Returns the outputs that differ, each with the
 * first difference.
 */
export async function findDifferences(built: TestBuild, dev: RunningDev): Promise<string[]> {
  const found: string[] = [];
  for (const file of built.files.filter(isCompared)) {
    const { status, text } = await ask(dev, `/${encodeURI(file.replace(/(^|\/)index\.html$/, '$1'))}`);
    const [answered, written] = [mask(text), mask(await built.read(file))];
    if (status !== 200) found.push(`${file}: status ${status}`);
    if (answered === written) continue;
    let at = 0;
    while (answered[at] === written[at]) at++;
    const near = (all: string): string => all.slice(Math.max(0, at - 80), at + 120);
    found.push(`${file}: dev …${near(answered)}…\n  build …${near(written)}…`);
  }
  return found;
}

/**
 * Returns whether dev and build must produce the same file. Two files differ: dev creates the sandbox document when the
 * first demo is edited, and license notices are only for published sites.
 */
export function isCompared(file: string): boolean {
  return /\.(html|md|txt|xml)$/.test(file) && !['~sandbox.html', 'THIRD-PARTY-NOTICES.txt'].includes(file);
}

/** Formats a diagnostic as one line, without its notes. */
export function summary({ severity, code, text, location }: Diagnostic): string {
  return `${severity} ${code} ${location?.file}:${location?.line}:${location?.column} ${text}`;
}
