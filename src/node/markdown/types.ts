import type { ApiTableType } from '../../shared/api-table.ts';
import type { Json, TextRecord, TocEntry } from '../../shared/entities.ts';
import type { DemoOptions, HtmlPart } from '../../shared/page-data.ts';
import type { ShownIf } from '../../shared/playground/schema.ts';
import type { Diagnostic, Location } from '../base/diagnostics/diagnostic.ts';
import type { StepsSource } from './parse/find-steps.ts';

export interface EmbeddedDemo extends DemoOptions {
  /** Unique in the site, lower case, such as `docs-demo-simple-demo-simple`. */
  id: string;
  inline: boolean;
  /** Absolute path of the entry file; for a fenced demo, path of the page; for a story, path of its file. */
  filePath: string;
  /** Code of a fenced demo or of a story, with its loader; absent for a demo file. */
  code?: DemoCode;
  /** Length of the front matter comment at the start of the file, in characters. It is not shown as code. */
  headerLength: number;
  /** Location of the tag or fence in the page. */
  location: Location;
  /** True if the demo is not rendered on the server. */
  clientOnly?: boolean;
  /** Set if the component may take props, for which the demo gets controls. */
  takesProps?: PropsOfDemo;
  /** Which screenshots `check --screenshots` takes of the demo; false for none. Default: all. */
  screenshots?: false | ScreenshotsOfDemo;
  steps?: StepsSource;
  story?: StoryIdentity;
}

interface DemoCode {
  text: string;
  lang: 'tsx' | 'jsx' | 'ts' | 'js';
  origin?: StoryOrigin;
  /** Code for readers, if it is not `text` without the steps. */
  shown?: string;
}

/** Data about a story in Storybook's index. */
export interface StoryIdentity {
  /** Id as Storybook computes it, such as `ui-button--primary`. */
  id: string;
  /** First part of the id. */
  fileId: string;
  title: string;
  name: string;
  exportName: string;
  /** Path of its file relative to the site's root. */
  file: string;
  tags: string[];
}

/** Location of the story from which a demo's code was generated. */
export interface StoryOrigin {
  /** Path relative to the site's root. */
  file: string;
  line: number;
  /** For each line of the code: the same line in the file, and how much further it is indented there. Null for generated lines. */
  lines: ({ line: number; shift: number } | null)[];
}

export interface ScreenshotsOfDemo {
  /** CSS selectors of elements that are not shown. */
  mask?: string[];
  /** Names of states; the initial state is always taken. Default: all. */
  states?: string[];
  /** Difference of the worst window, from 0 to 255, up to which a screenshot counts as unchanged. Default: 0. */
  threshold?: number;
}

/** The author's settings for the controls of a demo. */
export interface PropsOfDemo {
  /** Name in URLs, unique on the page. */
  name: string;
  /** Names of the props with controls, in their order. */
  listed?: string[];
  listedAt?: Location | undefined;
  /** Data of the `<Playground>` tag that the code was generated from. */
  tag?: {
    /** Name of the component's export. */
    id: string;
    initial: Record<string, Json>;
    /** True if a story is its source: its args need not be props. */
    isDerived?: boolean;
    initialAt?: Location | undefined;
    /** Limits that a story's arg types set for props. */
    limits?: Record<string, ControlLimits>;
  };
}

/** Limits that an author sets for the control of a prop. */
export interface ControlLimits {
  /** True if the prop has no control. */
  isHidden?: true;
  /** Kind of control in Storybook, such as `radio` or `range`. */
  type?: string;
  min?: number;
  max?: number;
  /** The only allowed values. */
  options?: Json[];
  when?: ShownIf;
}

/** A file that a page references. It is copied to the output under a name with a content hash. */
interface PageAsset {
  /** Absolute path. */
  filePath: string;
  /** Path in the output, such as `assets/logo.1a2b3c4d.svg`. */
  output: string;
}

/** A link to a page of the site, checked when all pages are compiled. */
export interface InternalLink {
  routePath: string;
  /** Decoded, without `#`; empty for a link without hash. */
  hash: string;
  /** Location without the text of its line. */
  location: Location;
  /** Severity if the target does not exist. */
  severity: 'error' | 'warning';
}

/** A tag that inserts a generated API table: `<API id="Cascader">`. */
export interface ApiTag {
  id: string;
  /** Part of the API to show; everything if undefined. */
  type?: ApiTableType;
  /** Names of the properties to show, as written. Their complete rows are in another table. */
  pick?: string;
  picked?: { name: string; location: Location }[];
  location: Location;
  tag: Location;
  /** Index into the page's toc of the closest heading before it. */
  tocIndex?: number;
  /** HTML of the text about the export itself, between the opening and closing tag. */
  description?: string;
  /** The same text as Markdown. */
  text?: string;
  /** Descriptions of properties from tables between the tags, in that order; members as `showSearch.filter`. */
  rows?: ApiTagRow[];
  /** True if the rows are arg types of stories, which need not be props. */
  isDerived?: boolean;
}

export interface ComponentUse {
  name: string;
  location: Location;
  attributes?: Record<string, Location>;
}

/** The author's description of a property. */
export interface ApiTagRow {
  name: string;
  location: Location;
  /** HTML of the paragraph above its table. */
  caption?: string;
  /** HTML. */
  description?: string;
  /** The same text as Markdown. */
  text?: string;
  /** Default value as text, if the types do not contain it. */
  default?: string;
}

/** A manually written table below a heading of one word: its names may be properties of an export with that name. */
export interface NameTable {
  heading: string;
  names: { name: string; location: Location }[];
}

export interface CheckedBlock {
  text: string;
  lang: 'tsx' | 'ts';
  /** Location of the opening fence; the text starts on the next line. */
  location: Location;
}

export interface CodeWord {
  /** Offset in the text. */
  start: number;
  length: number;
  /** Type as editors show it: `const total: number`. */
  type: string;
  /** Doc comment of its declaration, as Markdown. */
  comment?: string;
}

export interface CodeError {
  /** Offset in the text. */
  start: number;
  length: number;
  /** TypeScript error code. */
  code: number;
  text: string;
}

/** A code block with type hints: `ts twoslash`. */
export interface TypedBlock extends CheckedBlock {
  id: string;
  /** Info string after the language. */
  meta: string;
  /** Compiler error codes that the block demonstrates; `all` expects any error. */
  expected: number[] | 'all';
  /** Index into the page's toc of the closest heading before it. */
  tocIndex?: number;
  /** Types and errors shown between its lines, set when the types are known. Line numbers start at 0. */
  notes?: CodeNote[];
}

/** A type or a compiler error that is shown between lines of code. */
export interface CodeNote {
  /** Line of the text, from 0. */
  line: number;
  /** Column that the note points at, from 0. */
  column: number;
  kind: 'type' | 'error';
  text: string;
  /** Line of the `^?` comment that queries a type, from 0. */
  asked?: number;
}

/** A Markdown file, or a part of it, that an `<embed>` inserts. */
export interface EmbeddedFile {
  location: Location;
  /** Path of the file, relative to the site's root, forward slashes. */
  file: string;
  /** First line of `text` in the file, from 1. */
  line: number;
  text: string;
}

/** A compiled page: plain data, so that it can be cached. */
export interface CompiledPage {
  sourcePath: string;
  /** The article. For an interactive page it is empty, and `module` contains the article. */
  content: HtmlPart[];
  /** Number of leading parts of `content` that are the title of the page, which is rendered above the tabs. */
  titleParts?: number;
  /** Static pieces of an interactive page by id, which the module renders as `<Static id="s0" />`. */
  statics: Record<string, HtmlPart[]>;
  /** ES module of an interactive `.mdx` page: its default export takes `{ components }`; imports are unchanged. */
  module?: string;
  /** True if the body has an h1. */
  hasHeading: boolean;
  toc: TocEntry[];
  /** Text of the first paragraph. */
  description?: string;
  texts: TextRecord[];
  /** Id of the h1. A link to it scrolls to the top of the page. */
  titleAnchor?: string;
  /** Valid targets for the hash of a link. */
  anchors: string[];
  links: InternalLink[];
  /** Resolved links of the hero and the features, without base, by key path such as `hero.actions.0.link`. */
  homeLinks?: Record<string, string>;
  demos: EmbeddedDemo[];
  /** Embedded files, including nested ones. */
  embeds?: EmbeddedFile[];
  /** Text for the Markdown version of a page without a source file, if the text was completed after loading. */
  generated?: string | undefined;
  /** Locations and ends of the `<Link>` tags, with their URLs as written. */
  linkTags?: { location: Location; end: { line: number; column: number }; href: string }[];
  assets: PageAsset[];
  /** Absolute paths of the other files that the compilation read, and of missing files that it would have read. */
  dependencies: string[];
  /** Components that the page uses but does not define; checked against the theme's components. */
  components?: ComponentUse[];
  apis?: ApiTag[];
  nameTables?: NameTable[];
  checkedBlocks?: CheckedBlock[];
  /** Blocks with type hints. The HTML has a placeholder comment for each until its types are known. */
  typedBlocks?: TypedBlock[];
  diagnostics: Diagnostic[];
}
