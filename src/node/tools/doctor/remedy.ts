import type { CompiledPage } from '../compile/types.ts';
import type { Site } from '../config/types.ts';
import type { Code } from '../diagnostics/codes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { DEAD_LINKS } from '../diagnostics/groups.ts';
import { demosAt } from './failing-parts.ts';

/** The option that removes more findings than any other. */
export interface Remedy {
  /** As it is written into the configuration: `deadLinks: 'warn'`. */
  option: string;
  /** How many errors it removes, or how many warnings where there is no error. */
  removes: number;
  of: number;
  severity: 'error' | 'warning';
}

interface Place {
  site: Site;
  compiled: Map<string, CompiledPage>;
}

/** One that a single finding calls for is no way out: the finding is fixed as quickly. */
const LEAST = 2;

const TABLES = new Set<Code>(['CD800', 'CD801', 'CD802', 'CD803', 'CD804', 'CD805', 'CD806', 'CD813', 'CD814']);

/** Options that make findings go away, each with what it removes. */
const OPTIONS: { option: string; removes: (finding: Diagnostic, place: Place) => boolean }[] = [
  // As a warning a dead link stays among the findings.
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

/** Finds the option that removes most errors, or warnings where there are no errors; undefined where none removes several. */
export function findRemedy(findings: Diagnostic[], place: Place): Remedy | undefined {
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
