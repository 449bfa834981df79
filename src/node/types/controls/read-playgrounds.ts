import path from 'node:path';
import type { Json } from '../../../shared/entities.ts';
import { printTemplate } from '../../../shared/playground/print.ts';
import type { Playground, PlaygroundSchema, PlaygroundState, Template } from '../../../shared/playground/schema.ts';
import { branchOf } from '../../../shared/playground/states.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { toPosix } from '../../base/files/paths.ts';
import { type CheckFilesOptions, createShortener } from '../check/check-files.ts';
import { type CheckedFile, createBlockFiles, createDemoFile } from '../check/checked-file.ts';
import { openProject } from '../check/project.ts';
import * as ts from '../compiler/index.ts';
import { createPackageLookup } from '../extract/packages.ts';
import { reactType } from '../extract/type-shape.ts';
import { type Analyzed, analyzeDemo } from './analyze-demo.ts';
import { buildTemplate, functionTemplate } from './build-template.ts';
import { type Candidate, candidatesOf, withoutRefused } from './candidates.ts';
import { findDemoFunction, findUses } from './find-demo.ts';
import { createReporter, type PlaygroundDemo } from './problems.ts';
import { readTypes } from './type-arguments.ts';

export interface PlaygroundsOptions extends Omit<CheckFilesOptions, 'files' | 'blocks'> {
  demos: PlaygroundDemo[];
}

export interface PlaygroundsResult {
  /** Playgrounds by the id of the demo. Demos without controls are absent. */
  playgrounds: [id: string, Playground][];
  diagnostics: Diagnostic[];
  files: string[];
}

/** Packages whose types are not described. */
const WELL_KNOWN = ['@types/react', '@types/react-dom', '@types/node', 'csstype', 'typescript'];

export function readPlaygrounds({ demos, ...options }: PlaygroundsOptions, session: ts.Session): PlaygroundsResult {
  const blocks = createBlockFiles(
    demos.flatMap(({ block }) => block ?? []),
    session.readFile,
  );
  for (const { fileName, text = '' } of blocks) session.write(fileName, text);
  const files = demos.flatMap(({ filePath }) => filePath ?? []);
  const { program, diagnostics } = openProject({ ...options, files }, { session, blocks });
  if (!program || diagnostics.length > 0) return { playgrounds: [], diagnostics, files: session.filesRead() };
  const nextBlock = blocks.values();
  const checked = demos.map((demo): [PlaygroundDemo, CheckedFile] => [
    demo,
    demo.filePath === undefined ? (nextBlock.next().value as CheckedFile) : createDemoFile(demo.filePath, options.root),
  ]);
  const packages = createPackageLookup({
    projectRoot: options.projectRoot,
    entryFile: path.join(options.projectRoot, 'package.json'),
    readFile: session.readFile,
  });
  const isWellKnown = (file: string): boolean =>
    program.isLibrary(file) || WELL_KNOWN.includes(packages.originOf(file));
  const reporter = createReporter();
  const demosFound = checked.flatMap(([demo, file]) => {
    const source = program.file(toPosix(file.fileName));
    if (!source) return [];
    const report = reporter.of(demo, file, source);
    const found = findDemoFunction(source);
    if (!found) {
      if (demo.listed) report('use', source.statements.at(-1) ?? source, { reason: 'unused' });
      return [];
    }
    const component = findUses(source, found);
    const element = 'reason' in component ? undefined : component.element;
    return [{ demo, source, report, found, component, element }];
  });
  const typed = readTypes(demosFound, { program, session, packages });
  const analyzed = demosFound.flatMap((one, index): Analyzed[] => {
    const types = typed[index];
    const result = types && analyzeDemo({ ...one, ...types, isWellKnown });
    return result ? [result] : [];
  });
  const shorten = createShortener(options.projectRoot);
  const refused = checkStates(analyzed.map(toCheck), { program, session, shorten });
  const hasReact = reactType('ReactNode', program) !== undefined;
  const playgrounds = analyzed.flatMap((one, index) => {
    const playground = finish(one, { refused: refused[index] ?? [], hasReact });
    return playground ? [playground] : [];
  });
  const { shown, diagnostics: reported } = reporter;
  return { playgrounds: [...playgrounds, ...shown], diagnostics: reported, files: session.filesRead() };
}

function toCheck({ source, component, presets, schema, initial, added }: Analyzed) {
  const template = functionTemplate({ source, component, presets, schema });
  return { source, node: component.node, template, schema, added, candidates: candidatesOf(schema, initial) };
}

/** Returns the playground. Undefined if the demo cannot have controls. */
function finish(
  analyzed: Analyzed,
  { refused, hasReact }: { refused: readonly RefusedState[]; hasReact: boolean },
): [string, Playground] | undefined {
  const { demo, source, component, presets, initial, added, report } = analyzed;
  const atStart = refused.find(({ candidate }) => candidate.prop === undefined);
  if (atStart) {
    const at = component.element ?? component.parameter;
    // Without JSX types, the compiler rejects all code.
    if (hasReact) report('state', at, { reason: atStart.reason });
    else report('react', at, {});
    return undefined;
  }
  const schema = withoutRefused(
    analyzed.schema,
    refused.map(({ candidate }) => candidate),
  );
  if (!schema || branchOf(schema, initial) === undefined) {
    report('state', component.element ?? component.parameter, { reason: refused[0]?.reason ?? '' });
    return undefined;
  }
  const values = namesOf(analyzed, refused);
  if (values.length > 0) report('refused', component.element ?? component.parameter, { refused: values });
  const template = buildTemplate({ source, component, presets, schema, added, headerLength: demo.headerLength });
  return [demo.id, { name: demo.name, schema, template, initial: ordered(schema.props, initial) }];
}

function ordered(props: readonly { name: string }[], state: PlaygroundState): PlaygroundState {
  const names = [...new Set(props.map(({ name }) => name))];
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(state, name) ? [[name, state[name] as Json]] : [])));
}

/** Returns the rejected values, such as `size={"xl"}`, each with the compiler's reason. */
function namesOf({ schema }: Analyzed, refused: readonly RefusedState[]): { value: string; reason: string }[] {
  return refused.flatMap(({ candidate: { prop = 0, value }, reason }) =>
    value === undefined ? [] : [{ value: `${schema.props[prop]?.name}={${JSON.stringify(value)}}`, reason }],
  );
}

interface StatesToCheck {
  source: ts.SourceFile;
  node: ts.Node;
  template: Template;
  schema: PlaygroundSchema;
  added: string[];
  candidates: Candidate[];
}

interface RefusedState {
  candidate: Candidate;
  reason: string;
}

/**
 * Checks states by the code that they print, all in one query with one function for each state. The results are in the
 * order of the demos.
 */
function checkStates(
  demos: readonly StatesToCheck[],
  { program, session, shorten }: { program: ts.Program; session: ts.Session; shorten: (message: string) => string },
): RefusedState[][] {
  const written = demos.map(writeStates);
  const texts = new Map(demos.map(({ source }, index) => [source.fileName, written[index]?.text ?? '']));
  const changed = session.change(program, texts);
  return demos.map(({ source, candidates }, index) => {
    const ranges = written[index]?.ranges ?? [];
    const errors = [...changed.syntaxFaults(source.fileName), ...changed.typeFaults(source.fileName)].filter(
      ({ isError, isUnnecessary }) => isError && !isUnnecessary,
    );
    return candidates.flatMap((candidate, number): RefusedState[] => {
      const [start = 0, end = 0] = ranges[number] ?? [];
      const error = errors.find((one) => start <= one.start && one.start < end);
      return error ? [{ candidate, reason: shorten(mostTelling(error)) }] : [];
    });
  });
}

function writeStates({ source, node, template, schema, added, candidates }: StatesToCheck) {
  let statement = node;
  while (!ts.isSourceFile(statement.parent)) statement = statement.parent;
  const [specifier] = source.imports;
  const imports =
    specifier && added.length > 0 ? `import { ${added.join(', ')} } from ${specifier.getText(source)};\n` : '';
  let text = imports + source.text.slice(0, statement.getStart(source));
  const ranges = candidates.map(({ state }, index): [number, number] => {
    text += `\nconst __state${index} = `;
    const start = text.length;
    text += `${printTemplate(template, schema, state)};`;
    return [start, text.length];
  });
  return { text: text + source.text.slice(statement.end), ranges };
}

/** Returns the innermost cause, because it names the property. */
function mostTelling(error: ts.CompilerError): string {
  const [cause] = error.chain;
  return cause ? mostTelling(cause) : error.text;
}
