import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import type { CurrentSite } from './current-site.ts';
import type { DevSite } from './dev-site.ts';
import { isHtml, makeOutput } from './find-output.ts';
import { unique } from './reports.ts';

/** Tells what is wrong with a site, whether or not somebody looks at it. */
export interface FaultTeller {
  /** All that is wrong where an output is shown; tells what nobody was told yet. */
  judge(site: DevSite, outputPath: string, diagnostics: Diagnostic[]): Promise<Diagnostic[]>;
  /** Makes pages, and those that were faulty, and tells what is wrong with them and with the site. */
  tell(pages?: string[]): Promise<void>;
}

/** Pages of one update whose faults are told although nobody has them open. */
const PAGES_TOLD = 20;

/** @param isStale true when the next update tells all of it too, or nobody is there to be told */
export function createFaultTeller(current: CurrentSite, isStale: () => boolean): FaultTeller {
  const { reports } = current;
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
    async tell(pages = []) {
      const { site } = current.state;
      if (!site) return;
      reports.put('site', await site.check());
      const outputs = new Set([...reports.faulty().filter(isHtml), ...pages]);
      for (const outputPath of [...outputs].slice(0, PAGES_TOLD)) {
        if (isStale()) return;
        await judge(site, outputPath, (await makeOutput(site, outputPath))?.diagnostics ?? []);
      }
    },
  };
}
