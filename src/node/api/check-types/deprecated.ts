import ts from 'typescript';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { CheckedFile } from './checked-file.ts';

interface Use {
  name: string;
  start: number;
  /** Text of the tag, with its `@deprecated`. */
  tag?: string;
}

/** Warnings for what a file uses although it is deprecated, each name once. */
export function findDeprecated(service: ts.LanguageService, file: CheckedFile): Diagnostic[] {
  const program = service.getProgram();
  const source = program?.getSourceFile(file.fileName);
  if (!program || !source) return [];
  const uses = new Map<string, Use>();
  const all = [...suggested(service, source), ...inLiterals(program.getTypeChecker(), source)];
  for (const use of all.sort((one, other) => one.start - other.start)) {
    if (!uses.has(use.name)) uses.set(use.name, use);
  }
  return [...uses.values()].map(({ name, start, tag }) => {
    const reason = tag === undefined ? '' : reasonIn(tag);
    return {
      severity: 'warning',
      code: 'CD811',
      text: `\`${name}\` is deprecated${reason && `: ${reason}`}`,
      location: file.locate(source.text, start, name.length),
    };
  });
}

/** What an editor would strike through. */
function suggested(service: ts.LanguageService, source: ts.SourceFile): Use[] {
  return service
    .getSuggestionDiagnostics(source.fileName)
    .filter(({ reportsDeprecated }) => reportsDeprecated)
    .map(({ start, length, relatedInformation }) => {
      const declared = relatedInformation?.[0];
      const tag = declared?.file?.text.slice(declared.start, (declared.start ?? 0) + (declared.length ?? 0));
      return { name: source.text.slice(start, start + length), start, ...(tag !== undefined && { tag }) };
    });
}

/** Properties of objects that are to be of a type, such as props that are spread: no editor tells of those. */
function inLiterals(checker: ts.TypeChecker, source: ts.SourceFile): Use[] {
  const uses: Use[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const type = checker.getContextualType(node);
      for (const { name } of type ? node.properties : []) {
        if (!name || !type || !ts.isIdentifier(name)) continue;
        const tag = deprecatedTag(checker, type, name.text);
        if (tag) uses.push({ name: name.text, start: name.getStart(source), tag: tag.getText() });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

/** The tag of a property, when all of its declarations are deprecated. */
function deprecatedTag(checker: ts.TypeChecker, type: ts.Type, name: string): ts.JSDocDeprecatedTag | undefined {
  const declarations = checker.getPropertyOfType(checker.getNonNullableType(type), name)?.declarations ?? [];
  const tags = declarations.map(ts.getJSDocDeprecatedTag);
  return tags.every(Boolean) ? tags[0] : undefined;
}

/** What a tag says, in one line. */
function reasonIn(tag: string): string {
  return tag
    .replace(/^@deprecated/, '')
    .replace(/\{@link\w*\s+(?:[^}|]*\|)?\s*([^}]*?)\s*\}/g, '$1')
    .replace(/\n\s*\*?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '');
}
