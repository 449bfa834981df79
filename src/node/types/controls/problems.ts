import type { Json } from '../../../shared/entities.ts';
import { escapeRegExp } from '../../../shared/escape-reg-exp.ts';
import type { Playground, PlaygroundSchema } from '../../../shared/playground/schema.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { misspelt, nearestNames } from '../../base/diagnostics/did-you-mean.ts';
import type { ControlLimits } from '../../markdown/types.ts';
import type { CheckedBlock, CheckedFile } from '../check/checked-file.ts';
import type * as ts from '../compiler/index.ts';

interface Problems {
  /** The demo uses the props in a way that a playground cannot fill in. */
  use: { reason: 'unused' | 'twice' | 'other-use' };
  /** The type of the props is unknown. */
  untyped: object;
  export: object;
  /** `own` contains the known names that React does not declare. */
  prop: { name: string; known: string[]; own: string[] };
  /** A prop that the author lists has no control. For `reason`, see `WithoutReason`. */
  idle: { name: string; reason: string | undefined };
  missing: { missing: string[] };
  /** The compiler rejects the demo's own state. If the reason is empty, the state's values do not belong together. */
  state: { reason: string };
  react: object;
  branches: { count: number };
  refused: { refused: { value: string; reason: string }[] };
}

export type ReportProblem = <Name extends keyof Problems>(name: Name, node: ts.Node, data: Problems[Name]) => void;

export function createReporter(): {
  diagnostics: Diagnostic[];
  /** Playgrounds without controls, by the id of the demo. The problem is shown instead of the demo. */
  shown: [id: string, Playground][];
  of: (demo: PlaygroundDemo, file: CheckedFile, source: ts.SourceFile) => ReportProblem;
} {
  const diagnostics: Diagnostic[] = [];
  const shown: [string, Playground][] = [];
  return {
    diagnostics,
    shown,
    of: (demo, file, source) => (name, node, data) => {
      const start = node.getStart(source);
      const problem = { name, data } as Problem;
      const location = locationOf(demo, problem) ?? file.locate(source.text, start, Math.min(node.end - start, 60));
      const diagnostic = diagnosticOf(demo, location, problem);
      diagnostics.push(diagnostic);
      if ((name !== 'missing' && name !== 'export') || !isAsked(demo)) return;
      const { text: cause, notes: fixes = [] } = diagnostic;
      const template = { parts: [source.text.slice(demo.headerLength)] };
      shown.push([demo.id, { name: demo.name, schema: NO_PROPS, template, initial: {}, problem: { cause, fixes } }]);
    },
  };
}

const NO_PROPS: PlaygroundSchema = { props: [], shared: [], branches: [[]] };

function isAsked({ tag, listed }: PlaygroundDemo): boolean {
  return (tag !== undefined && !tag.isDerived) || listed !== undefined;
}

type Problem = { [Name in keyof Problems]: { name: Name; data: Problems[Name] } }[keyof Problems];

/** Returns the location of the option or tag that caused a problem. Undefined if the code caused the problem. */
function locationOf({ listed, listedAt, tag }: PlaygroundDemo, { name, data }: Problem): Location | undefined {
  if (name === 'state') return tag?.initialAt ?? tag?.location;
  if (name !== 'prop' && name !== 'idle') return tag?.location;
  const at = listed?.includes(data.name) ? listedAt : tag?.initialAt;
  return at ? wordAt(at, data.name) : tag?.location;
}

/** Returns the location of a word that follows a location on the same line, or the location itself without such a word. */
function wordAt(location: Location, word: string): Location {
  const { lineText = '', column } = location;
  const found = new RegExp(`(?<![\\w-])${escapeRegExp(word)}(?![\\w-])`).exec(lineText.slice(column - 1));
  return found ? { ...location, column: column + found.index, length: word.length } : location;
}

function diagnosticOf(demo: PlaygroundDemo, location: Location, problem: Problem): Diagnostic {
  // If the author has not requested controls, the demo works without controls.
  const about = { location, ...(isAsked(demo) ? {} : { severity: 'warning' as const }) };
  switch (problem.name) {
    case 'use':
      return createDiagnostic('unsupported-props-use', { case: problem.data.reason }, about);
    case 'untyped':
      return createDiagnostic('unknown-props-type', {}, about);
    case 'export':
      return createDiagnostic('unknown-playground-component', { id: demo.tag?.id ?? '' }, about);
    case 'prop': {
      const { name, known, own } = problem.data;
      const nearest = misspelt(name, own) ?? misspelt(name, known);
      return createDiagnostic('unknown-playground-prop', { name, nearest, own: nearestNames(name, own) }, about);
    }
    case 'idle':
      return createDiagnostic('idle-playground-prop', problem.data, { location });
    case 'missing':
      return createDiagnostic('missing-playground-prop', { ...problem.data, isTag: demo.tag !== undefined }, about);
    case 'state':
      return createDiagnostic('invalid-playground-state', { case: 'values', ...problem.data }, about);
    case 'react':
      return createDiagnostic('invalid-playground-state', { case: 'react' }, about);
    case 'branches':
      return createDiagnostic('many-prop-branches', problem.data, { location });
    case 'refused':
      return createDiagnostic('refused-playground-values', problem.data, { location });
  }
}

export interface PlaygroundDemo {
  id: string;
  name: string;
  /** Absolute path of the entry file. Undefined for code on a page. */
  filePath?: string;
  block?: CheckedBlock;
  headerLength: number;
  /** Names of the props with controls, in this order. Default: the names of the component's own props. */
  listed?: string[];
  listedAt?: Location | undefined;
  /** Data of the `<Playground>` tag from which the code was generated. */
  tag?: {
    id: string;
    initial: Record<string, Json>;
    location: Location;
    initialAt?: Location | undefined;
    isDerived?: boolean;
    limits?: Record<string, ControlLimits>;
  };
}
