import { TimeoutError } from '../project/within-time.ts';
import { type FileContext, report } from './context.ts';

/** Runs a part of a page's compilation. Reports a call stack overflow and a timeout at the start of the page. */
export function reportLimits(contextOf: () => FileContext, run: () => void): void {
  try {
    run();
  } catch (error) {
    const context = contextOf();
    const at = { line: 1, column: 1 };
    const { pageTimeout } = context.page.site.config;
    if (error instanceof RangeError) report(context, 'nested-too-deeply', {}, { at });
    else if (error instanceof TimeoutError) report(context, 'page-timeout', { seconds: pageTimeout / 1000 }, { at });
    else throw error;
  }
}
