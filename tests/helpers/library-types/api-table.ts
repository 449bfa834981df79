import type { ApiComponent, ApiProp } from '../../../src/shared/api.ts';

/**
 * Prints API tables as text, one line for each row. If React contributes many rows, they are left out.
 *
 * @param own name of the package, which is not printed
 */
export function printTables(components: ApiComponent[], own: string): string {
  return components.map((component) => printTable(component, own)).join('\n');
}

function printTable(component: ApiComponent, own: string): string {
  const { id, kind, type, typeParameters, refType, description, props, handle } = component;
  const parameters = typeParameters?.map(
    ({ name, constraint, default: value }) =>
      `${name}${constraint ? ` extends ${constraint}` : ''}${value ? ` = ${value}` : ''}`,
  );
  const generic = parameters ? `<${parameters.join(', ')}>` : '';
  const lines = [
    `${kind} ${id}${generic}${type ? `: ${type.replaceAll('\n', ' && ')}` : ''}${notes(component, own)}${comment(description)}`,
  ];
  lines.push(...printRows(props, own, '  '));
  if (refType) lines.push(`  ref ${refType}`, ...printRows(handle ?? [], own, '    '));
  return lines.join('\n');
}

function printRows(rows: ApiProp[], own: string, indent: string): string[] {
  const react = rows.filter(({ origin }) => origin === '@types/react');
  const shown = react.length > 5 ? rows.filter((row) => !react.includes(row)) : rows;
  const lines = shown.flatMap((row) => [
    `${indent}${printRow(row, own)}`,
    ...printRows(row.children ?? [], own, `${indent}  `),
  ]);
  return shown === rows ? lines : [...lines, `${indent}and more of React`];
}

function printRow(row: ApiProp, own: string): string {
  const { name, required, type, shortType = type, plainType, default: value, description } = row;
  const shown = plainType === undefined ? shortType : `${plainType} (of ${shortType})`;
  const text = `${name}${required ? '' : '?'}: ${shown}${value === undefined ? '' : ` = ${value}`}`;
  return `${text}${notes(row, own)}${comment(description)}`;
}

function notes(row: Partial<ApiProp>, own: string): string {
  const list = [
    row.isEvent && 'event',
    row.isSlot && 'slot',
    row.release,
    row.since && `since ${row.since}`,
    row.deprecated && (row.deprecated === true ? 'deprecated' : `deprecated: ${row.deprecated}`),
    row.private && 'private',
    row.origin && row.origin !== own && `from ${row.origin}`,
  ].filter(Boolean);
  return list.length > 0 ? ` (${list.join(', ')})` : '';
}

function comment(text: string): string {
  return text ? ` // ${text.replaceAll('\n', '⏎')}` : '';
}
