import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import type { DemoListEntry } from '../../build/compose/demo-list.ts';
import type { Finding } from './types.ts';

export interface DividedWarnings {
  byDemo: Map<string, Finding[]>;
  others: Diagnostic[];
}

export function divideWarnings(warnings: Diagnostic[], demos: DemoListEntry[]): DividedWarnings {
  const byDemo = new Map<string, Finding[]>();
  const others: Diagnostic[] = [];
  // A warning about several demos becomes a finding of each demo.
  for (const warning of warnings.flatMap((entry) => entry.each ?? [entry])) {
    if (warning.severity === 'info') {
      others.push(warning);
      continue;
    }
    const named = demos.filter(({ id }) => warning.demos?.includes(id));
    // The file of a fenced demo is its page, which may have warnings about anything else.
    const inFile = demos.filter(({ file }) => file === warning.location?.file && !/\.mdx?$/.test(file));
    const about = named.length > 0 ? named : inFile;
    if (about.length === 0) others.push(warning);
    for (const { id } of about) byDemo.set(id, [...(byDemo.get(id) ?? []), toFinding(warning)]);
  }
  return { byDemo, others };
}

function toFinding({ code, text, location, notes }: Diagnostic): Finding {
  return {
    rule: code,
    place: 'build',
    message: text,
    location: location && { file: location.file, line: location.line, column: location.column },
    details: notes?.join('\n'),
  };
}
