import { createDiagnostic, type DataOf } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { misspelt } from '../../base/diagnostics/did-you-mean.ts';
import type { CheckedFile } from '../check/checked-file.ts';
import type * as ts from '../compiler/index.ts';
import type { PlaygroundDemo } from './playground-demo.ts';

/** Data of each problem. */
interface Problems {
  /** The props are used in a way that a playground cannot fill. */
  use: { reason: 'unused' | 'twice' | 'other-use' };
  /** The type of the props is not known. */
  untyped: object;
  /** `<Playground>` names no component. */
  export: object;
  prop: { unknown: string[]; known: string[] };
  missing: { missing: string[] };
  /** The compiler rejects the demo's own state. An empty reason: its values do not belong together. */
  state: { reason: string };
  branches: { count: number };
  refused: { refused: { value: string; reason: string }[] };
}

/** Reports a problem of a demo at a node of its file, or at the tag that it is generated from. */
export type ReportProblem = <Name extends keyof Problems>(name: Name, node: ts.Node, data: Problems[Name]) => void;

/** Creates the collector of problems. */
export function createReporter(): {
  diagnostics: Diagnostic[];
  of: (demo: PlaygroundDemo, file: CheckedFile, source: ts.SourceFile) => ReportProblem;
} {
  const diagnostics: Diagnostic[] = [];
  return {
    diagnostics,
    of: (demo, file, source) => (name, node, data) => {
      const start = node.getStart(source);
      const location = locationOf(demo, name) ?? file.locate(source.text, start, Math.min(node.end - start, 60));
      diagnostics.push(diagnosticOf(demo, location, { name, data } as Problem));
    },
  };
}

type Problem = { [Name in keyof Problems]: { name: Name; data: Problems[Name] } }[keyof Problems];

/** Returns the location of the option or of the tag that a problem is about; undefined if it is about the code. */
function locationOf({ listedAt, tag }: PlaygroundDemo, name: keyof Problems): Location | undefined {
  if (name === 'prop' && listedAt) return listedAt;
  return (name === 'prop' || name === 'state' ? tag?.initialAt : undefined) ?? tag?.location;
}

function diagnosticOf(demo: PlaygroundDemo, location: Location, problem: Problem): Diagnostic {
  const isAsked = demo.tag !== undefined || demo.listed !== undefined;
  // Without a request for controls, the demo works as before.
  const about = { location, ...(isAsked ? {} : { severity: 'warning' as const }) };
  switch (problem.name) {
    case 'use':
      return createDiagnostic('unsupported-props-use', { case: problem.data.reason }, about);
    case 'untyped':
      return createDiagnostic('unknown-props-type', {}, about);
    case 'export':
      return createDiagnostic('unknown-playground-component', { id: demo.tag?.id ?? '' }, about);
    case 'prop': {
      const { unknown, known } = problem.data;
      const data: DataOf<'unknown-playground-prop'> = {
        props: unknown.map((name) => ({ name, nearest: misspelt(name, known) })),
      };
      return createDiagnostic('unknown-playground-prop', data, about);
    }
    case 'missing':
      return createDiagnostic('missing-playground-prop', { ...problem.data, isTag: demo.tag !== undefined }, about);
    case 'state':
      return createDiagnostic('invalid-playground-state', problem.data, about);
    case 'branches':
      return createDiagnostic('many-prop-branches', problem.data, { location });
    case 'refused':
      return createDiagnostic('refused-playground-values', problem.data, { location });
  }
}
