import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { createHintTexts } from '../../markdown/transform/mark-types.ts';
import { answersOf, type KnownBlock, placeTypedBlocks } from '../../markdown/transform/typed-blocks.ts';
import type { CompiledPage, TypedBlock } from '../../markdown/types.ts';
import type { Site } from '../../project/config/types.ts';
import { interfaceStrings } from '../../project/languages/interface-strings.ts';
import { checkedBlock, projectOf } from '../check-site-types.ts';
import type { TypesReader } from '../types-reader.ts';

/** Returns a key that is the same for the blocks of a file on all pages that embed the file. */
function keyOf({ location: { file, line }, text, expected }: TypedBlock): string {
  return JSON.stringify([file, line, text, expected]);
}

export type SiteCodeTypes = ReturnType<typeof createSiteCodeTypes>;

/** Describes the code blocks of a site. In `dev`, blocks are added when their pages are opened. */
export function createSiteCodeTypes(site: Site, reader: Pick<TypesReader, 'code'>) {
  const options = { site, strings: interfaceStrings(site), hintTexts: createHintTexts() };
  const known = new Map<string, KnownBlock & { diagnostics: Diagnostic[] }>();
  const ofBlock = (block: TypedBlock) => known.get(keyOf(block));
  const blocksOf = ({ typedBlocks = [] }: CompiledPage): TypedBlock[] => typedBlocks;
  let ofProject: Diagnostic[] = [];
  return {
    async read(pages: Iterable<CompiledPage>): Promise<void> {
      const wanted = new Map([...pages].flatMap(blocksOf).map((block) => [keyOf(block), block]));
      for (const key of wanted.keys()) if (known.has(key)) wanted.delete(key);
      if (wanted.size === 0) return;
      const blocks = [...wanted.values()].map((block) => ({ ...checkedBlock(site, block), expected: block.expected }));
      const { blocks: found, diagnostics } = await reader.code({ ...projectOf(site), blocks });
      ofProject = diagnostics;
      for (const [index, key] of [...wanted.keys()].entries())
        known.set(key, found[index] ?? { words: [], errors: [], diagnostics: [] });
    },
    forget: (): void => known.clear(),
    knows: (page: CompiledPage): boolean => blocksOf(page).every((block) => ofBlock(block) !== undefined),
    /** Adds types to the blocks of a page. A block without known types remains plain code. */
    place: (page: CompiledPage): CompiledPage => placeTypedBlocks(page, ofBlock, options),
    check(page: CompiledPage): Diagnostic[] {
      const blocks = blocksOf(page);
      if (blocks.length === 0) return [];
      return [
        ...ofProject,
        ...blocks.flatMap((block) => {
          const answers = ofBlock(block);
          return answers ? [...answers.diagnostics, ...unansweredIn(block, answers)] : [];
        }),
      ];
    },
  };
}

/** Reports type queries that have no name above them. */
function unansweredIn(block: TypedBlock, known: KnownBlock): Diagnostic[] {
  return answersOf(block, known).unanswered.map((line): Diagnostic => {
    const lineText = block.text.split('\n')[line] ?? '';
    const location = { file: block.location.file, line: block.location.line + 1 + line, column: 1, lineText };
    return createDiagnostic('type-query-without-name', {}, { location });
  });
}
