import fs from 'node:fs/promises';
import { joinParts } from '../../base/text-parts.ts';
import type { PipelineResult } from '../../build/pipeline.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import { createStaticServer, type StaticServer } from '../../dev/server/static-server.ts';

/** Outputs of the pipeline as a server takes them: documents are rendered, and files read, when they are asked for. */
export function servedOutputs({ outputs, copies }: PipelineResult): Outputs {
  return new Map([
    ...[...outputs].map(
      ([output, content]) =>
        [output, typeof content === 'function' ? async () => Buffer.from(joinParts(content())) : content] as const,
    ),
    ...[...copies].map(([output, filePath]) => [output, () => fs.readFile(filePath)] as const),
  ]);
}

/** Serves files of memory on a free port of this machine. */
export async function serve(files: Outputs, base: string): Promise<StaticServer> {
  return await createStaticServer({ files, base, port: 0, host: '127.0.0.1', strictPort: true });
}
