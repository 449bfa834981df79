import * as ts from '../compiler/index.ts';
import { answerOf, choicesOf, type Generic, genericOf, propsOf } from '../extract/generic-exports.ts';
import type { ApiExport } from '../extract/list-exports.ts';

export interface StateLines {
  exportId: string;
  file: string;
  names: string[];
  text: string;
}

/**
 * One query for each state of each switch; other type parameters are replaced by their constraints. Undefined if the
 * export is not generic. `prefix` must differ for each export.
 */
export function linesOf(exported: ApiExport, prefix: string): StateLines | undefined {
  const declaration = genericOf(exported);
  const parameters = declaration?.typeParameters ?? [];
  const asked = declaration && propsOf(declaration);
  if (!declaration || !asked || parameters.length === 0) return undefined;
  const states = statesOf(parameters);
  const names = states.map((_, index) => `${prefix}_${index}`);
  const lines = states.map((values, index) => {
    const list = parameters.map((one) => {
      const constraint = one.constraint?.getText();
      const value = values.get(one) ?? constraint ?? one.defaultType?.getText() ?? 'unknown';
      return `${one.name.text}${constraint === undefined ? '' : ` extends ${constraint}`} = ${value}`;
    });
    return `type ${names[index]}_<${list.join(', ')}> = ${asked};\ndeclare function ${names[index]}(): ${names[index]}_;`;
  });
  return { exportId: exported.id, file: declaration.getSourceFile().fileName, names, text: lines.join('\n') };
}

/** Undefined if one of them cannot be evaluated. */
export function answersOf({ file, names }: StateLines, program: ts.Program): ts.Type[][] | undefined {
  const source = program.file(file);
  const types = names.map((name) => source && answerOf(name, source, program.checker));
  const found = types.filter((type) => type !== undefined && !(type.flags & ts.TypeFlags.Any));
  return found.length === names.length ? found.map((type) => [type as ts.Type]) : undefined;
}

/** Returns the values of the type parameters for each state: all defaults first, then each switch alone. */
function statesOf(parameters: NonNullable<Generic['typeParameters']>): Map<ts.Node, string>[] {
  const choices = parameters.map((one) => ({ one, values: valuesOf(one) })).filter(({ values }) => values.length > 0);
  const first = new Map<ts.Node, string>(choices.map(({ one, values }) => [one, values[0] ?? '']));
  const others = choices.flatMap(({ one, values }) =>
    values.slice(1).map((value) => new Map([...first, [one, value]])),
  );
  return [first, ...others];
}

/** A switch that accepts more than booleans also has its constraint. */
function valuesOf(parameter: ts.TypeParameterDeclaration): string[] {
  const values = choicesOf(parameter);
  const constraint = parameter.constraint?.getText() ?? 'unknown';
  return values.length > 0 && constraint !== 'boolean' ? [...values, constraint] : values;
}
