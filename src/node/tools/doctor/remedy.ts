import type { Code } from '../../base/diagnostics/codes.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { DEAD_LINKS } from '../../base/diagnostics/groups.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { demosAt } from './run-without.ts';

/** The option that removes the most findings. */
export interface Remedy {
  /** Line to add to the configuration, such as `deadLinks: 'warn'`. */
  option: string;
  /** Number of errors that the option removes, or of warnings if there are no errors. */
  removes: number;
  of: number;
  severity: 'error' | 'warning';
}

interface Findings {
  site: Site;
  compiled: Map<string, CompiledPage>;
}

/** Minimum number of findings that an option must remove. Fixing fewer findings is as quick as setting an option. */
const LEAST = 2;

const TABLES = new Set<Code>(['CD800', 'CD801', 'CD802', 'CD803', 'CD804', 'CD805', 'CD806', 'CD813', 'CD814']);

const OPTIONS: { option: string; removes: (finding: Diagnostic, place: Findings) => boolean }[] = [
  // This option turns dead links into warnings, so it removes only errors.
  { option: "deadLinks: 'warn'", removes: ({ code, severity }) => severity === 'error' && DEAD_LINKS.has(code) },
  { option: 'apiParser: false', removes: ({ code }) => TABLES.has(code) },
  {
    option: "resolve: { codeBlockMode: 'passive' }",
    removes: ({ code, location }, { site, compiled }) =>
      code === 'CD325' ||
      (/^CD[45]/.test(code) &&
        location !== undefined &&
        compiled.has(location.file) &&
        demosAt(location, compiled, site).length > 0),
  },
  { option: 'csp: false', removes: ({ code }) => code === 'CD506' || code === 'CD507' },
];

/** Returns the option that removes the most errors, or the most warnings if there are no errors. Undefined if none removes several. */
export function findRemedy(findings: Diagnostic[], place: Findings): Remedy | undefined {
  const ofSeverity = (wanted: Diagnostic['severity']) => findings.filter(({ severity }) => severity === wanted);
  const errors = ofSeverity('error');
  const severity = errors.length > 0 ? 'error' : 'warning';
  const counted = severity === 'error' ? errors : ofSeverity('warning');
  const remedies = OPTIONS.map(({ option, removes }) => ({
    option,
    removes: counted.filter((finding) => removes(finding, place)).length,
  }));
  const [best] = remedies.sort((a, b) => b.removes - a.removes);
  return best && best.removes >= LEAST ? { ...best, of: counted.length, severity } : undefined;
}
