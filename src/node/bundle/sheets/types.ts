import type { PartialMessage } from 'esbuild';

/** Import in a Less or Sass style sheet. Paths are absolute. */
export interface SheetImport {
  /** Folder of the importing style sheet. */
  folder: string;
  request: string;
  filePath: string;
  text: string;
}

export interface CompiledCss {
  css: string;
  imports: SheetImport[];
  /** Other files that it depends on (absolute paths). */
  files: string[];
  /** True if it may depend on files that are not reported, as with Less or PostCSS plugins. */
  readsMore: boolean;
}

export class SheetFault extends Error {
  readonly messages: PartialMessage[];
  constructor(...messages: PartialMessage[]) {
    super(messages[0]?.text);
    this.messages = messages;
  }
}
