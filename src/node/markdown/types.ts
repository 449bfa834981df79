import type { ApiTableType } from '../../shared/api-table.ts';
import type { TextRecord, TocEntry } from '../../shared/entities.ts';
import type { DemoOptions, HtmlPart } from '../../shared/page-data.ts';
import type { Diagnostic, Location } from '../base/diagnostics/diagnostic.ts';

/** A demo that a page embeds. */
export interface EmbeddedDemo extends DemoOptions {
  /** Unique in the site, lower case, such as `docs-demo-simple-demo-simple`. */
  id: string;
  inline: boolean;
  /** Absolute path of the entry; for a fenced demo the page's own path. */
  filePath: string;
  /** Text of a fenced demo, with the loader for it; absent when the demo is a file. */
  code?: { text: string; lang: 'tsx' | 'jsx' | 'ts' | 'js' };
  /** Number of leading characters of the file that are the demo's front matter comment, not shown as code. */
  headerLength: number;
  /** Where the page embeds it. */
  location: Location;
}

/** A file that a page refers to and that is copied to the output under a name made from its bytes. */
export interface PageAsset {
  /** Absolute. */
  filePath: string;
  /** Path in the output, such as `assets/logo.1a2b3c4d.svg`. */
  output: string;
}

/** A link to a page of the site, to be checked once every page is compiled. */
export interface InternalLink {
  routePath: string;
  /** Decoded, without `#`; empty for none. */
  hash: string;
  /** Without the text of its line. */
  location: Location;
  /** How it is told when it leads nowhere. */
  severity: 'error' | 'warning';
}

/** A generated table of properties that a page asks for: `<API id="Cascader">`. */
export interface ApiTag {
  id: string;
  /** Which part of the properties; all without it. */
  type?: ApiTableType;
  /** Of the id. */
  location: Location;
  /** Of the tag's beginning. */
  tag: Location;
  /** Index into the page's toc of the closest heading before it. */
  tocIndex?: number;
  /** HTML of what is said between its tags of the export itself. */
  description?: string;
  /** The same as Markdown. */
  text?: string;
  /** What a table between its tags says of properties, in that order; members as `showSearch.filter`. */
  rows?: ApiTagRow[];
}

/** A component that a page uses by name. */
export interface ComponentUse {
  name: string;
  /** Of the tag's beginning. */
  location: Location;
  /** Where its attributes stand, by name. */
  attributes?: Record<string, Location>;
}

/** Words of the author for a property. */
export interface ApiTagRow {
  name: string;
  location: Location;
  /** HTML of the paragraph above its table. */
  caption?: string;
  /** HTML. */
  description?: string;
  /** The same as Markdown. */
  text?: string;
  /** Text, for a default that the types do not tell. */
  default?: string;
}

/** A table that is written by hand under a heading of one word: its names may be those of an export's properties. */
export interface NameTable {
  heading: string;
  /** Names of the first column, with their places. */
  names: { name: string; location: Location }[];
}

/** A code block that asks to be checked against the types: `tsx | check`. */
export interface CheckedBlock {
  text: string;
  lang: 'tsx' | 'ts';
  /** Where the block begins: its text is on the lines below. */
  location: Location;
}

/** A name in code, and what the compiler knows of it. */
export interface CodeWord {
  /** Offset in the text. */
  start: number;
  length: number;
  /** As editors show it: `const total: number`. */
  type: string;
  /** What is said of it where it is declared: Markdown. */
  comment?: string;
}

/** An error that code is about. */
export interface CodeFault {
  /** Offset in the text. */
  start: number;
  length: number;
  /** The compiler's number. */
  code: number;
  text: string;
}

/** A code block whose types are shown: `ts twoslash`. */
export interface TypedBlock extends CheckedBlock {
  /** Begins the ids of what it shows. */
  id: string;
  /** What stands behind the language. */
  meta: string;
  /** The compiler's numbers of the errors that it is about; `all`: whatever is wrong. */
  expected: number[] | 'all';
  /** Index into the page's toc of the closest heading before it. */
  tocIndex?: number;
  /** What is shown between its lines, once the types are known: below a line, from 0, of its text. */
  notes?: CodeNote[];
}

/** An answer of the compiler's that is shown between lines of code. */
export interface CodeNote {
  /** Line of the text, from 0. */
  line: number;
  /** Where on the line it belongs, from 0. */
  column: number;
  kind: 'type' | 'error';
  text: string;
  /** Line of the comment that asks for a type, from 0. */
  asked?: number;
}

/** A Markdown file, or a part of it, in the place of an `<embed>`. */
export interface EmbeddedFile {
  /** Of the tag. */
  location: Location;
  /** Path of the file, relative to the site's root, forward slashes. */
  file: string;
  /** Line of the file at which `text` begins, from 1. */
  line: number;
  text: string;
}

/** A page after compilation: plain data, so that it can be cached. */
export interface CompiledPage {
  sourcePath: string;
  /** The article. For an interactive page it is empty and `module` has the article. */
  content: HtmlPart[];
  /** Number of leading parts of `content` that are the title of the page: it is above the page's tabs. */
  titleParts?: number;
  /** Static pieces of an interactive page by id: the module renders `<Static id="s0" />` in their place. */
  statics: Record<string, HtmlPart[]>;
  /** ES module of an interactive `.mdx` page: its default export takes `{ components }`; imports as the author wrote them. */
  module?: string;
  /** True when the body has an h1. */
  hasHeading: boolean;
  toc: TocEntry[];
  /** Text of the first paragraph. */
  description?: string;
  texts: TextRecord[];
  /** Id of the h1: a link to it leads to the top, whatever its text. */
  titleAnchor?: string;
  /** Ids that a link's hash may name. */
  anchors: string[];
  links: InternalLink[];
  demos: EmbeddedDemo[];
  /** Embedded files, also those in embedded files. */
  embeds?: EmbeddedFile[];
  /** Tags `<Link>` with the places behind them, and the addresses that they lead to as they are written. */
  linkTags?: { location: Location; end: { line: number; column: number }; href: string }[];
  assets: PageAsset[];
  /** Files that were read besides the page itself, absolute. */
  dependencies: string[];
  /** Components that the page uses without defining them, to be checked against those of the theme. */
  components?: ComponentUse[];
  apis?: ApiTag[];
  nameTables?: NameTable[];
  checkedBlocks?: CheckedBlock[];
  /** In place of each stands `typedMark()` in its HTML, until its types are known. */
  typedBlocks?: TypedBlock[];
  diagnostics: Diagnostic[];
}

/** What the rest of the site needs to know of a page of text alone, or of a tab of one. */
export type PlainPage = Pick<
  CompiledPage,
  | 'sourcePath'
  | 'hasHeading'
  | 'description'
  | 'titleAnchor'
  | 'anchors'
  | 'links'
  | 'assets'
  | 'components'
  | 'checkedBlocks'
  | 'diagnostics'
>;
