import type { PartialMessage } from 'esbuild';

/** One import of a Less or Sass sheet. Paths are absolute. */
export interface SheetImport {
  /** Folder of the importing sheet. */
  folder: string;
  request: string;
  filePath: string;
  text: string;
}

/** A sheet as CSS. */
export interface CompiledCss {
  css: string;
  /** What it imports, directly or not. */
  imports: SheetImport[];
  /** Other files that went in (absolute paths). */
  files: string[];
  /** It reads files that are not told, as Less plugins and those of PostCSS may do. */
  readsMore: boolean;
}

/** What is wrong with a sheet, as messages of the bundler. */
export class SheetFault extends Error {
  readonly messages: PartialMessage[];
  constructor(...messages: PartialMessage[]) {
    super(messages[0]?.text);
    this.messages = messages;
  }
}
