import path from 'node:path';
import { failure } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { type DemoListEntry, runPipeline, type Stage } from '../../build/pipeline.ts';
import { loadSite } from '../../build/site.ts';
import { BASELINE_FILE, readBaseline } from './baseline.ts';
import { checkDemos } from './check-demos.ts';
import { divideWarnings } from './divide-warnings.ts';
import { checkFolder, findTools, openLab } from './lab.ts';
import { prepareReport } from './report.ts';
import { createSharedFindings } from './shared-findings.ts';
import type { DemoReport, OtherReport } from './types.ts';

/** Options of {@link check}. */
export interface CheckOptions {
  /** Folder of the site. Default: the working directory. */
  root?: string;
  base?: string;
  /** Folder of the report. Default: `node_modules/.cache/cascader-docs/check` of the project. */
  reportDir?: string;
  /** Check only the demos whose ids contain one of these strings. Default: all. */
  only?: string[];
  /** Address of a running browser that Playwright serves. Default: start an installed browser. */
  connect?: string;
  /** Called when a stage of the build starts. */
  onStage?: (stage: Stage) => void;
  /** Called for each demo in the order of the pages, when it is known which of its findings all demos share. */
  onDemo?: (demo: DemoReport) => void;
  /** Aborts the check. */
  signal?: AbortSignal;
}

/** Result of {@link check}. */
export interface CheckResult {
  demos: DemoReport[];
  /** Findings that belong to no single demo. */
  others: OtherReport[];
  /** Number of findings without an entry in the baseline. */
  findings: number;
  /** Number of findings with an entry in the baseline. */
  accepted: number;
  /** Absolute path of the report page. */
  report: string;
  /** Warnings of the build that concern no demo. */
  diagnostics: Diagnostic[];
}

/**
 * Builds a site in memory and checks every demo in a browser: in its page, alone, and as an exported project. Returns all findings.
 *
 * @throws DiagnosticError with exit code 2 if there is no browser, no playwright-core or no axe-core; like `build` if the site has errors
 */
export async function check(options: CheckOptions = {}): Promise<CheckResult> {
  const { root = process.cwd(), base, only = [], connect, signal, onStage, onDemo } = options;
  const { site, diagnostics: siteDiagnostics } = await loadSite(root, { base, signal });
  const baseline = await readBaseline(site.root);
  const tools = await findTools(site, connect);
  const built = await runPipeline(site, { development: true, onStage, signal });
  const chosen = chooseDemos(built.demoList, only);
  const warnings = divideWarnings([...siteDiagnostics, ...built.diagnostics], built.demoList);
  const report = await prepareReport(
    options.reportDir === undefined
      ? path.join(checkFolder(site), 'check')
      : path.resolve(site.root, options.reportDir),
    { owned: options.reportDir === undefined },
  );

  const demos: DemoReport[] = [];
  const sharing = createSharedFindings();
  const publish = (reports: DemoReport[]): void => {
    demos.push(...reports);
    for (const done of reports) onDemo?.(done);
  };
  const others: OtherReport[] = [];
  const lab = await openLab(site, built, tools);
  // Pending browser operations then fail, and running checks end.
  const abort = (): void => void lab.tabs.browser.close();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const { base, demoTimeout } = site.config;
    for await (const page of checkDemos(lab, built, chosen, { base, timeout: demoTimeout, signal })) {
      if (page.shell.length > 0) others.push({ subject: page.route, findings: page.shell });
      for (const { demo, findings, screenshot } of page.demos) {
        const sorted = baseline.sort(demo.id, [...(warnings.byDemo.get(demo.id) ?? []), ...findings]);
        const { id, title, file, route } = demo;
        const picture = screenshot && (await report.addScreenshot(id, screenshot));
        publish(sharing.add({ id, title, file, route, ...sorted, screenshot: picture }));
      }
    }
    const { demos: held, shared } = sharing.end();
    publish(held);
    others.push(...shared);
    await built.check();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await lab.close();
  }

  const ids = new Set(built.demoList.map(({ id }) => id));
  const checked = new Set(chosen.map(({ id }) => id));
  const stale = baseline.stale((id) => checked.has(id) || !ids.has(id));
  if (stale.length > 0) others.push({ subject: BASELINE_FILE, findings: stale });
  return {
    demos,
    others,
    findings: [...demos, ...others].reduce((sum, { findings }) => sum + findings.length, 0),
    accepted: demos.reduce((sum, { accepted }) => sum + accepted.length, 0),
    report: await report.write({ title: site.config.title, demos, others }),
    diagnostics: warnings.others,
  };
}

/**
 * Returns the demos whose ids contain one of the strings.
 *
 * @throws DiagnosticError with exit code 2 for a string that no id contains
 */
function chooseDemos(demos: DemoListEntry[], texts: string[]): DemoListEntry[] {
  const unknown = texts.find((text) => !demos.some(({ id }) => id.includes(text)));
  if (unknown !== undefined) {
    const nearest = nearestName(
      unknown,
      demos.map(({ id }) => id),
    );
    throw failure(2, 'unknown-checked-demo', { text: unknown, nearest });
  }
  return texts.length === 0 ? demos : demos.filter(({ id }) => texts.some((text) => id.includes(text)));
}
