import type { Diagnostic } from 'cascader-docs';
import type { TestBuild } from './build-site.ts';
import type { RunningDev } from './dev-site.ts';

/** What the dev server answers for a path below the site's base. */
export interface DevAnswer {
  status: number;
  text: string;
  /** Codes of the errors that the page shows. */
  errors: string[];
}

/** Asks for a path; without an answer, as while the server changes its base, there is none. */
export async function ask(dev: RunningDev, path: string): Promise<DevAnswer> {
  const response = await fetch(dev.server.urls[0]?.replace(/\/$/, '') + path).catch(() => undefined);
  const text = (await response?.text()) ?? '';
  const [, shown = '[]'] = /<script type="application\/json" id="site:diagnostics">(.*?)<\/script>/s.exec(text) ?? [];
  const errors = (JSON.parse(shown) as { code: string }[]).map(({ code }) => code);
  return { status: response?.status ?? 0, text, errors };
}

/** A page or text without what dev and build may differ in: the script of dev, and what depends on names of assets. */
function mask(text: string): string {
  return (
    text
      .replace(/<script type="module" src="[^"]*~dev\/client\.js"[^>]*><\/script>/, '')
      .replace(/\/assets\/[^"'&\s)]*/g, '/assets/X')
      .replace(/ integrity="[^"]*"/g, '')
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
      // What is fetched ahead on a slow line.
      .replace(/<link rel="modulepreload"[^>]*>/g, '')
      .replace(/"buildId":"[^"]*"/, '"buildId":""')
  );
}

/** Outputs that the server answers otherwise than `build` wrote them, each with the first difference. */
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
 * Whether dev and build are to give the same; the sandbox's document is made with the first demo that is edited, notices are of
 * what is given away.
 */
export function isCompared(file: string): boolean {
  return /\.(html|md|txt|xml)$/.test(file) && !['~sandbox.html', 'THIRD-PARTY-NOTICES.txt'].includes(file);
}

/** A diagnostic in a line, without its notes. */
export function summary({ severity, code, text, location }: Diagnostic): string {
  return `${severity} ${code} ${location?.file}:${location?.line}:${location?.column} ${text}`;
}
