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
  /** Absolute paths of other files that the style sheet depends on. */
  files: string[];
  /** True if the style sheet may depend on files that are not reported, as with Less or PostCSS plugins. */
  readsMore: boolean;
}

export class SheetFault extends Error {
  readonly messages: PartialMessage[];
  constructor(...messages: PartialMessage[]) {
    super(messages[0]?.text);
    this.messages = messages;
  }
}
