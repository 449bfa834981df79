import { printTemplate } from '../../../shared/playground/print.ts';
import type { PlaygroundSchema, Template } from '../../../shared/playground/schema.ts';
import * as ts from '../compiler/index.ts';
import type { Candidate } from './candidates.ts';

export interface StatesToCheck {
  source: ts.SourceFile;
  node: ts.Node;
  template: Template;
  schema: PlaygroundSchema;
  /** Names to import from the module of the first import. */
  added: string[];
  candidates: Candidate[];
}

export interface RefusedState {
  candidate: Candidate;
  reason: string;
}

/**
 * Checks states as the code that they print, all in one query: one function for each state. Results are in the order of
 * the demos.
 */
export function checkStates(
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

/** Returns the innermost cause, which names the property. */
function mostTelling(error: ts.CompilerError): string {
  const [cause] = error.chain;
  return cause ? mostTelling(cause) : error.text;
}
