import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { unique } from '../base/diagnostics/diagnostic.ts';
import type { CurrentSite } from './current-site.ts';
import type { DevSite } from './dev-site.ts';
import { isHtml, makeOutput } from './find-output.ts';

export type FaultTeller = ReturnType<typeof createFaultTeller>;

const PAGES_TOLD = 20;

export function createFaultTeller(current: CurrentSite, isStale: () => boolean) {
  const { reports } = current;
  /** Returns all diagnostics of the configuration, the site and an output. Reports those that were not reported before. */
  const judge = async (site: DevSite, outputPath: string, diagnostics: Diagnostic[]): Promise<Diagnostic[]> => {
    const ofSite = await site.check();
    if (site === current.state.site) {
      reports.put('site', ofSite);
      if (isHtml(outputPath)) reports.put(outputPath, diagnostics);
    }
    return unique([...current.state.diagnostics, ...ofSite, ...diagnostics]);
  };
  return {
    judge,
    /** Renders the given pages and those that had errors. Reports their errors and those of the site. */
    async report(pages: string[] = []): Promise<void> {
      const { site } = current.state;
      if (!site) return;
      reports.put('site', await site.check());
      const outputs = new Set([...reports.failing().filter(isHtml), ...pages]);
      for (const outputPath of [...outputs].slice(0, PAGES_TOLD)) {
        if (isStale()) return;
        await judge(site, outputPath, (await makeOutput(site, outputPath))?.diagnostics ?? []);
      }
    },
  };
}
