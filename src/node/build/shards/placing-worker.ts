/** Worker that places files of shard outputs in the folder of the site. */
import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { DiagnosticError } from '../../base/diagnostics/diagnostic.ts';
import { createFileHash } from '../../base/files/lines.ts';
import { toWriteFailure } from '../../base/files/write-error.ts';
import { createPlacer } from '../../output/place-file.ts';
import { PART, PART_FILES } from './part-files.ts';
import { readLines, verifyFile } from './part-lines.ts';
import type { PlacingAnswer, PlacingTask } from './placing.ts';
import { wrongLine } from './shard-failure.ts';
import type { PartFile } from './types.ts';

parentPort?.on('message', (task: PlacingTask) => parentPort?.postMessage(place(task)));

function place({ part, outputs, folder }: PlacingTask): PlacingAnswer {
  const hashOf = createFileHash();
  const placeFile = createPlacer();
  const written: [string, number][] = [];
  const list = path.join(part, PART.files);
  try {
    for (const [named, hash, bytes] of readLines(list, readFile)) {
      const output = outputs[written.length];
      const line = { file: list, number: written.length + 1 };
      if (output === undefined) throw wrongLine(line, { is: 'no-file', file: named });
      if (named !== output) throw wrongLine(line, { is: 'other-file', file: named, planned: output });
      const source = path.join(part, PART_FILES, output);
      verifyFile(source, { hash, bytes }, hashOf);
      placeFile(source, path.join(folder, output));
      written.push([output, bytes]);
    }
    const left = outputs[written.length];
    if (left !== undefined) throw wrongLine({ file: list, number: written.length + 1 }, { is: 'missing', file: left });
    return { written };
  } catch (error) {
    const failure = toWriteFailure(folder, error);
    if (!(failure instanceof DiagnosticError)) throw failure;
    return { diagnostics: failure.diagnostics, exitCode: failure.exitCode };
  }
}

function readFile(line: string): PartFile {
  const [output, hash, bytes, ...rest] = JSON.parse(line) as Partial<PartFile> & unknown[];
  if (typeof output !== 'string' || typeof hash !== 'string' || typeof bytes !== 'number' || rest.length > 0)
    throw new Error('no file');
  return [output, hash, bytes];
}
