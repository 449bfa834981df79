/** A thread that puts files of parts into the folder of the site. */
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { DiagnosticError } from '../diagnostics/diagnostic.ts';
import { createFileHash, linesOf } from '../files/lines.ts';
import { isOutputPath } from '../write/manifest.ts';
import { createPlacer } from '../write/place-file.ts';
import { toWriteFailure } from '../write/write-error.ts';
import { PART, PART_FILES } from './part-files.ts';
import type { PlacedPart, PlacingAnswer } from './placing.ts';
import { damaged, readOfPart } from './shard-failure.ts';
import type { PartFile } from './types.ts';

parentPort?.on('message', (task: PlacedPart) => parentPort?.postMessage(place(task)));

function place({ part, folder }: PlacedPart): PlacingAnswer {
  const hashOf = createFileHash();
  const placeFile = createPlacer();
  const written: [string, number][] = [];
  const list = path.join(part, PART.files);
  try {
    for (const line of linesOf(list)) {
      const [output, hash, bytes] = JSON.parse(line) as PartFile;
      if (!isOutputPath(output)) throw damaged(list);
      const source = path.join(part, PART_FILES, output);
      if (readOfPart(source, () => hashOf(source)) !== hash) throw damaged(source);
      placeFile(source, path.join(folder, output));
      written.push([output, bytes]);
    }
    return { written };
  } catch (error) {
    const failure = toWriteFailure(folder, error);
    if (!(failure instanceof DiagnosticError)) throw failure;
    return { diagnostics: failure.diagnostics, exitCode: failure.exitCode };
  }
}
