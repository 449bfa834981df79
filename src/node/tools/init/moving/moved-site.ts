/** A site of another tool, read for `init --from`. */
import type { NavItem, SidebarGroup } from '../../../../shared/entities.ts';
import type { UserConfig } from '../../../project/config/types.ts';

/** Something that its author must do. */
export interface Remark {
  /** Markdown. */
  text: string;
  /** Page and line of the old site that it is about. */
  page?: MovedPage;
  line?: number;
}

export interface MovedPage {
  /** Absolute path; undefined for a page that is generated. */
  source?: string;
  text: string;
  /** Path in the folder of pages, such as `guide/theme.md`. */
  to: string;
  /** Routes in the old site, without base, the most common first. */
  addresses: string[];
  /** Front matter: new values by key; undefined removes a key. */
  frontmatter?: Record<string, unknown>;
  /** Keys of front matter with new names. */
  renamed?: Record<string, string>;
}

export interface MovedSite {
  tool: string;
  /** Absolute path of the folder with its configuration. */
  folder: string;
  config: UserConfig & {
    themeConfig: Record<string, unknown> & { nav?: NavItem[]; sidebar?: Record<string, SidebarGroup[]> };
  };
  pages: MovedPage[];
  /** Other files: absolute path, and path in the folder of pages. */
  files: Map<string, string>;
  rules: TextRules;
  remarks: Remark[];
}

/** How the text of a tool is converted. */
export interface TextRules {
  /** Returns the rules for one page, which may remember lines above. */
  of(page: PageText): LineRules;
  /** Returns the id of a heading in the old site. Default: as here. */
  headingId?(text: string): string;
}

export interface LineRules {
  /** Converts a line that is not code to other lines. */
  line(line: string): string[];
  /** Converts the info string of a fence, and its code. */
  fence(info: string, code: string[]): { info: string; code: string[] };
}

/** A page while its text is converted. */
export interface PageText {
  page: MovedPage;
  /** Returns another URL for a link, or undefined. */
  resolve(url: string): string | undefined;
  /** Records something that the author must do at the current line. */
  remark(text: string): void;
}
