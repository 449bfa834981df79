import fs from 'node:fs/promises';
import path from 'node:path';
import type { BuiltSteps } from '../../../render/demos/read-steps.ts';
import type { StepOutline, VisitedSteps } from './visit-steps.ts';

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface EditedFile {
  /** Text of the file before the first edit, to which the locations refer. */
  text: string;
  /** Edits by position, because several demos can share a file. */
  edits: Map<number, Edit>;
}

export type StepEditor = ReturnType<typeof createStepEditor>;

/** Edits step files: adds `realInput: true` after names, and writes outlines into `toMatchTree()`. */
export function createStepEditor(root: string) {
  const files = new Map<string, EditedFile>();
  return {
    /** Returns the number of edits. Steps that are in a page do not get `realInput`. */
    async edit(
      steps: BuiltSteps | undefined,
      { unmarked, outlines = [] }: Pick<VisitedSteps, 'unmarked'> & { outlines?: StepOutline[] | undefined },
    ): Promise<number> {
      if (!steps || unmarked.length + outlines.length === 0) return 0;
      const filePath = path.join(root, steps.file);
      const file = files.get(filePath) ?? { text: await fs.readFile(filePath, 'utf8'), edits: new Map() };
      files.set(filePath, file);
      const edits = [
        ...unmarked.flatMap((index): Edit[] => {
          const at = steps.nameEnds?.[index];
          return at === undefined ? [] : [{ start: at, end: at, text: ', realInput: true' }];
        }),
        ...outlines.flatMap((outline) => outlineEdit(file.text, outline)),
      ];
      for (const edit of edits) file.edits.set(edit.start, edit);
      if (edits.length > 0) await fs.writeFile(filePath, applyEdits(file));
      return edits.length;
    },
  };
}

function applyEdits({ text, edits }: EditedFile): string {
  let edited = text;
  for (const { start, end, text: inserted } of [...edits.values()].sort((a, b) => b.start - a.start))
    edited = edited.slice(0, start) + inserted + edited.slice(end);
  return edited;
}

/** Matches a call whose argument is a text without code. */
const CALL = /\.toMatchTree\(\s*(?:`[^`$]*`|'[^'\n]*'|"[^"\n]*")?\s*,?\s*\)/g;

/** Returns no edit for a call whose argument is code. */
function outlineEdit(text: string, { location: { line, column }, text: outline }: StepOutline): Edit[] {
  const lines = text.split('\n');
  CALL.lastIndex = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
  const call = CALL.exec(text);
  if (!call) return [];
  const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '';
  const content = outline.replace(/[\\`$]/g, String.raw`\$&`).replaceAll(/^/gm, `${indent}  `);
  const inserted = `.toMatchTree(\`\n${content}\n${indent}\`)`;
  return [{ start: call.index, end: call.index + call[0].length, text: inserted }];
}
