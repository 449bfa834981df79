/** Site of another tool, read for `init --from`. */
import type { NavItem, SidebarGroup } from '../../../../shared/entities.ts';
import type { UserConfig } from '../../../project/config/types.ts';

/** A task for the author after the migration. */
export interface Remark {
  /** Text of the task in Markdown. */
  text: string;
  /** Page and line of the old site that the task is about. */
  page?: MovedPage;
  line?: number;
}

export interface MovedPage {
  /** Absolute path of the page's file; undefined for a generated page. */
  source?: string;
  text: string;
  /** Path in the folder of pages, such as `guide/theme.md`. */
  to: string;
  /** Routes of the page in the old site, without the base path, most common first. */
  urls: string[];
  /** New values of front matter by key; undefined removes the key. */
  frontmatter?: Record<string, unknown>;
  /** New names of front matter keys. */
  renamed?: Record<string, string>;
}

export interface MovedSite {
  tool: string;
  /** Absolute path of the folder that contains the site's configuration. */
  folder: string;
  config: UserConfig & {
    themeConfig: Record<string, unknown> & { nav?: NavItem[]; sidebar?: Record<string, SidebarGroup[]> };
  };
  pages: MovedPage[];
  /** Other files: the absolute path, and the path in the folder of pages. */
  files: Map<string, string>;
  rules: TextRules;
  remarks: Remark[];
}

/** Rules for converting the text of one tool. */
export interface TextRules {
  /** Returns the rules for one page. The rules may keep state from earlier lines. */
  of(page: PageText): LineRules;
  /** Returns the id of a heading in the old site. By default, the id is the same as in the new site. */
  headingId?(text: string): string;
}

export interface LineRules {
  /** Converts a line that is not code. Returns the new lines. */
  line(line: string): string[];
  /** Converts the info string of a fence and its code. */
  fence(info: string, code: string[]): { info: string; code: string[] };
}

/** A page whose text is being converted. */
export interface PageText {
  page: MovedPage;
  /** Returns the new URL of a link, or undefined if the link does not change. */
  resolve(url: string): string | undefined;
  /** Records a task for the author at the current line. */
  remark(text: string): void;
}
