/** Reads stories from a file in Storybook's Component Story Format, without running it. */
import type * as ES from 'estree';
import { type Location, locate } from '../../base/diagnostics/diagnostic.ts';
import { storyName } from '../../content/story-names.ts';
import { type ArgType, argTypesOf } from './arg-types.ts';
import {
  argsOf,
  type Entry,
  entriesOf,
  findBelow,
  findEntry,
  jsonOf,
  keyOf,
  mergeEntries,
  type Part,
  stringOf,
  textOfPart,
  textsOfPart,
  valueOfPart,
} from './entries.ts';
import { type AnyNode, type ImportedName, type Module, parseModule } from './parse-module.ts';
import { isFree } from './print-jsx.ts';

/** A story as its file declares it. */
export interface Story {
  exportName: string;
  name: string;
  tags: string[];
  component?: Part | undefined;
  render?: Part | undefined;
  /** Set if nothing is known about the story except the expression that creates it. */
  unknown?: Part | undefined;
  args: Entry[];
  argTypes: Map<string, ArgType>;
  /** Expressions of lists, the story's list first. */
  decorators: Part[];
  play?: Part | undefined;
  /** Functions, or lists of them, that run before the story is rendered: the file's functions first. */
  loaders: Part[];
  beforeEach: Part[];
  /** Parameters of file and story that decorators may read. */
  parameters: Entry[];
  /** Names of parameters that have no effect. */
  ignored: string[];
  globals: Entry[];
  /** Set if `parameters.docs.story.inline` is false: the height of the frame in pixels, or true. */
  frame?: number | true | undefined;
  /** Markdown: `parameters.docs.description.story`, or the doc comment. */
  description?: string | undefined;
  /** Where it is declared. */
  at: Part;
}

export interface StoriesFile {
  module: Module;
  /** Title as written; undefined if Storybook computes it from the file's path. */
  title?: string | undefined;
  id?: string | undefined;
  component?: Part | undefined;
  /** Markdown. */
  description?: string | undefined;
  stories: Story[];
}

/** Reads and finds the files that a stories file re-exports. */
export interface StoriesHost {
  read(filePath: string): string;
  /** Returns the absolute path of an imported file; undefined for a package, or if the file is missing. */
  resolve(specifier: string, importer: string): string | undefined;
  /** Entries that the preview file sets for all stories. */
  preview?: Entry[] | undefined;
  /** Returns the import in a demo's code that replaces an import in a stories file. Default: the same import. */
  importFor?(imported: ImportedName, importer: string): ImportedName;
}

/**
 * Reads the stories of a file and of those that it re-exports.
 *
 * @param above files that re-export this one
 * @throws SyntaxError if a file cannot be parsed
 */
export function readStories(filePath: string, host: StoriesHost, above: readonly string[] = []): StoriesFile {
  const parsed = parseModule(host.read(filePath), filePath);
  const imports = parsed.imports.map((one) => host.importFor?.(one, filePath) ?? one);
  const module = { ...parsed, imports };
  const meta = metaOf(module);
  const entries = meta && entriesOf(meta);
  const include = filterOf(findEntry(entries, 'includeStories'));
  const exclude = filterOf(findEntry(entries, 'excludeStories'));
  const isStory = (name: string): boolean =>
    name !== 'default' && name !== '__namedExportsOrder' && include?.(name) !== false && exclude?.(name) !== true;
  const known = new Map<string, Story[]>();
  const from = (specifier: string): Story[] => {
    const target = host.resolve(specifier, filePath);
    if (target === undefined || target === filePath || above.includes(target)) return [];
    const stories = known.get(target) ?? readStories(target, host, [...above, filePath]).stories;
    known.set(target, stories);
    return stories;
  };
  const stories = module.statements
    .flatMap((statement) => exportedBy(statement, { module, from }))
    .flatMap(({ name, story, at }) => {
      if (!isStory(name)) return [];
      const found = story ?? (at && createStory(name, at, [host.preview, entries]));
      return found ? [{ ...found, exportName: name }] : [];
    });
  return {
    module,
    title: textOfPart(findEntry(entries, 'title')),
    id: textOfPart(findEntry(entries, 'id')),
    component: findEntry(entries, 'component'),
    description: textOfPart(findBelow(entries, 'parameters', 'docs', 'description', 'component')),
    stories,
  };
}

/** An export: a story of another file, or where it is declared. */
interface Exported {
  name: string;
  story?: Story | undefined;
  at?: Part;
}

interface ExportSource {
  module: Module;
  /** Returns the stories of another file. */
  from: (specifier: string) => Story[];
}

function exportedBy(statement: ES.Program['body'][number], { module, from }: ExportSource): Exported[] {
  if (statement.type === 'ExportAllDeclaration') {
    if (statement.exported) return [];
    return from(String(statement.source.value)).map((story) => ({ name: story.exportName, story }));
  }
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const variable = (name: string): Part => ({ node: { type: 'Identifier', name } as AnyNode, module });
  const specified = statement.specifiers.flatMap((specifier): Exported[] => {
    const name = nameOf(specifier.exported);
    const local = nameOf(specifier.local);
    const imported = statement.source ? undefined : module.imports.find((one) => one.local === local);
    const source = statement.source ? String(statement.source.value) : imported?.from;
    if (source === undefined) return [{ name, at: variable(local) }];
    const wanted = imported?.name ?? local;
    const story = from(source).find((one) => one.exportName === wanted);
    return story ? [{ name, story }] : [];
  });
  return [...specified, ...declaredBy(statement).map((name) => ({ name, at: variable(name) }))];
}

/** Returns undefined for data, such as a list. */
function createStory(
  exportName: string,
  at: Part,
  [preview, meta]: [preview: Entry[] | undefined, meta: Entry[] | undefined],
): Story | undefined {
  const declared = entriesOf(at);
  const value = valueOfPart(at);
  if (!declared && /^(?:ArrayExpression|Literal|TemplateLiteral|ClassDeclaration)$/.test(value.node.type))
    return undefined;
  // The first version of the format had an object for everything but the function.
  const own = declared && mergeEntries([...declared, ...(entriesIn(declared, 'story') ?? [])]);
  const objects = [preview, meta, own];
  const argTypes = argTypesOf(objects);
  const parameters = mergeEntries(objects.flatMap((entries) => entriesIn(entries, 'parameters') ?? []));
  return {
    exportName,
    name:
      textOfPart(findEntry(own, 'storyName')) ??
      textOfPart(findEntry(own, 'name')) ??
      (storyName(exportName) || exportName),
    tags: objects.flatMap((entries) => textsOfPart(findEntry(entries, 'tags'))),
    component: findEntry(own, 'component') ?? findEntry(meta, 'component'),
    render: findEntry(own, 'render') ?? findEntry(meta, 'render'),
    unknown: own ? undefined : value,
    args: mappedArgs(objects, argTypes, at.module),
    argTypes,
    decorators: [own, meta].flatMap((entries) => findEntry(entries, 'decorators') ?? []),
    play: findEntry(own, 'play') ?? findEntry(meta, 'play'),
    loaders: objects.flatMap((entries) => findEntry(entries, 'loaders') ?? []),
    beforeEach: objects.flatMap((entries) => findEntry(entries, 'beforeEach') ?? []),
    parameters: parameters.filter(isOfDecorators),
    ignored: parameters.flatMap((entry) =>
      isOfDecorators(entry) || 'spread' in entry || entry.key === 'docs' ? [] : entry.key,
    ),
    globals: mergeEntries(objects.flatMap((entries) => entriesIn(entries, 'globals') ?? [])),
    frame: frameOf([meta, own]),
    description: textOfPart(findBelow(own, 'parameters', 'docs', 'description', 'story')) ?? commentBefore(at),
    at,
  };
}

function frameOf(objects: (Entry[] | undefined)[]): Story['frame'] {
  const known = objects.map((entries) => findBelow(entries, 'parameters', 'docs', 'story'));
  const options = mergeEntries(known.flatMap((one) => (one && entriesOf(one)) ?? []));
  const jsonAt = (key: string): unknown => {
    const found = findEntry(options, key);
    return found && jsonOf(found);
  };
  if (jsonAt('inline') !== false) return undefined;
  return Number.parseFloat(String(jsonAt('iframeHeight') ?? jsonAt('height'))) || true;
}

/** Parameters of Storybook itself and of its addons. */
const OWN_PARAMETERS =
  /^(?:a11y|actions|backgrounds|chromatic|controls|design|docs|layout|measure|options|outline|storySource|storyshots|test|viewMode|viewport)$/;

function isOfDecorators(entry: Entry): boolean {
  return 'spread' in entry || !OWN_PARAMETERS.test(entry.key);
}

function entriesIn(entries: Entry[] | undefined, key: string): Entry[] | undefined {
  const found = findEntry(entries, key);
  return found && entriesOf(found);
}

/** Returns the args with the values that `argTypes` maps them to. */
function mappedArgs(objects: (Entry[] | undefined)[], argTypes: Story['argTypes'], module: Module): Entry[] {
  return argsOf(objects).map((entry) => {
    if ('spread' in entry) return entry;
    const { node } = valueOfPart(entry.value);
    const target = node.type === 'Literal' ? argTypes.get(entry.key)?.mapping.get(String(node.value)) : undefined;
    return target && (target.module === module || isFree(target)) ? { key: entry.key, value: target } : entry;
  });
}

/** Returns the default export, or a variable whose value is `preview.meta()`. */
export function metaOf(module: Module): Part | undefined {
  for (const statement of module.statements) {
    if (statement.type === 'ExportDefaultDeclaration') return { node: statement.declaration as AnyNode, module };
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const specifier = statement.specifiers.find((one) => nameOf(one.exported) === 'default');
    if (specifier && !statement.source) return { node: specifier.local as AnyNode, module };
  }
  // A file of factories needs no default export.
  for (const { value } of module.declared.values()) {
    if (value?.type !== 'CallExpression' || value.callee.type !== 'MemberExpression') continue;
    if (keyOf(value.callee.property as AnyNode, value.callee.computed) === 'meta') return { node: value, module };
  }
  return undefined;
}

export function exportedNames(statement: ES.ExportNamedDeclaration): string[] {
  return [...statement.specifiers.map((one) => nameOf(one.exported)), ...declaredBy(statement)];
}

function declaredBy({ declaration }: ES.ExportNamedDeclaration): string[] {
  if (!declaration) return [];
  if (declaration.type !== 'VariableDeclaration') return declaration.id ? [declaration.id.name] : [];
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
}

export function nameOf(node: ES.Identifier | ES.Literal): string {
  return node.type === 'Identifier' ? node.name : String(node.value);
}

/** Returns a function for the value of `includeStories` or `excludeStories`: a list, or a regular expression. */
function filterOf(part: Part | undefined): ((name: string) => boolean) | undefined {
  const node = part && valueOfPart(part).node;
  if (node?.type === 'Literal' && 'regex' in node && node.regex) {
    const pattern = new RegExp(node.regex.pattern, node.regex.flags.replace(/[gy]/g, ''));
    return (name) => pattern.test(name);
  }
  if (node?.type !== 'ArrayExpression') return undefined;
  const names = node.elements.map((one) => one && stringOf(one as AnyNode));
  return (name) => names.includes(name);
}

function statementOf({ node, module }: Part): ES.Program['body'][number] | undefined {
  return node.type === 'Identifier' ? module.declared.get(node.name)?.statement : undefined;
}

export function locateStory({ at }: Story, file: string): Location {
  const statement = statementOf(at);
  return locate(file, at.module.text, statement ? at.module.range(statement).start : 0);
}

function commentBefore(at: Part): string | undefined {
  const { module } = at;
  const statement = statementOf(at);
  if (!statement) return undefined;
  const before = module.text.slice(0, module.range(statement).start);
  const [, text] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before) ?? [];
  return text?.replace(/^[ \t]*\*[ \t]?/gm, '').trim();
}
