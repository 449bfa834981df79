import fs from 'node:fs/promises';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import type { Outputs } from '../../dev/server/responses.ts';
import { createStaticServer, type StaticServer } from '../../dev/server/static-server.ts';

/** Converts outputs of the pipeline for a server. Documents are rendered, and files are read, when they are requested. */
export function servedOutputs({ outputs, copies }: PipelineResult): Outputs {
  return new Map([
    ...[...outputs].map(
      ([output, content]) =>
        [output, typeof content === 'function' ? async () => Buffer.from(content()) : content] as const,
    ),
    ...[...copies].map(([output, filePath]) => [output, () => fs.readFile(filePath)] as const),
  ]);
}

/** Serves files from memory on a free port of this machine. */
export async function serve(files: Outputs, base: string): Promise<StaticServer> {
  return await createStaticServer({ files, base, port: 0, host: '127.0.0.1', strictPort: true });
}
