import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import * as ts from '../compiler/index.ts';
import type { CheckedFile } from './checked-file.ts';

interface Use {
  name: string;
  start: number;
  /** Text of the tag, including `@deprecated`. */
  tag?: string;
}

export function findDeprecated(program: ts.Program, file: CheckedFile): Diagnostic[] {
  const source = program.file(file.fileName);
  if (!source) return [];
  const uses = new Map<string, Use>();
  const all = [...suggested(program, source), ...inLiterals(program.checker, source)];
  for (const use of all.sort((one, other) => one.start - other.start)) {
    if (!uses.has(use.name)) uses.set(use.name, use);
  }
  return [...uses.values()].map(({ name, start, tag }) => {
    const reason = tag === undefined ? '' : reasonIn(tag);
    const location = file.locate(source.text, start, name.length);
    return createDiagnostic('deprecated-use', { name, reason }, { location });
  });
}

/** Returns the uses that an editor would strike through. */
function suggested(program: ts.Program, source: ts.SourceFile): Use[] {
  return program
    .suggestions(source.fileName)
    .filter(({ isDeprecated }) => isDeprecated)
    .map(({ start, length, related: [declared] }) => {
      const file = declared?.file === undefined ? undefined : program.file(declared.file);
      const tag = declared && file?.text.slice(declared.start, declared.start + declared.length);
      return { name: source.text.slice(start, start + length), start, ...(tag !== undefined && { tag }) };
    });
}

/** Deprecated properties in object literals with an expected type, such as spread props. Editors do not mark these. */
function inLiterals(checker: ts.Checker, source: ts.SourceFile): Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const type = checker.contextualType(node);
      for (const property of type ? node.properties : []) {
        const name = ts.nameOfDeclaration(property);
        if (!name || !type || !ts.isIdentifier(name)) continue;
        const tag = deprecatedTag(checker, type, name.text);
        if (tag !== undefined) uses.push({ name: name.text, start: name.getStart(source), tag });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

function deprecatedTag(checker: ts.Checker, type: ts.Type, name: string): string | undefined {
  const declarations = checker.nonNullable(type).property(name)?.declarations ?? [];
  const tags = declarations.map(ts.deprecation);
  return tags.every((tag) => tag !== undefined) ? tags[0] : undefined;
}

function reasonIn(tag: string): string {
  return tag
    .replace(/^@deprecated/, '')
    .replace(/\{@link\w*\s+(?:[^}|]*\|)?\s*([^}]*?)\s*\}/g, '$1')
    .replace(/\n\s*\*?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
}
