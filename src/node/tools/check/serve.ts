import fs from 'node:fs/promises';
import type { PipelineResult } from '../../build/pipeline-options.ts';
import type { OutputContent, Outputs } from '../../dev/server/responses.ts';
import { createStaticServer, type StaticServer } from '../../dev/server/static-server.ts';

/** Converts outputs of the pipeline to outputs of a server. Documents are rendered, and files are read, when they are requested. */
export function servedOutputs({ outputs, copies }: PipelineResult): Outputs {
  return new Map([
    ...[...outputs].map(
      ([output, content]) =>
        [output, typeof content === 'function' ? async () => Buffer.from(content()) : content] as const,
    ),
    ...[...copies].map(([output, filePath]) => [output, () => fs.readFile(filePath)] as const),
  ]);
}

/** With fonts that are always shown. Whether one with `font-display: optional` is shown depends on how busy the machine is. */
export function withFonts(files: Outputs): Outputs {
  return new Map(
    [...files].map(([file, content]) => [file, file.endsWith('.css') ? waitingForFonts(content) : content]),
  );
}

function waitingForFonts(content: OutputContent): OutputContent {
  if (typeof content === 'function') return async () => Buffer.from(waitForFonts(await content()));
  return waitForFonts(content);
}

function waitForFonts(css: string | Uint8Array): string {
  return Buffer.from(css)
    .toString()
    .replace(/font-display:\s*optional/g, 'font-display:block');
}

/** Serves files from memory on a free port of this machine. */
export async function serve(files: Outputs, base: string): Promise<StaticServer> {
  return await createStaticServer({ files, base, port: 0, host: '127.0.0.1', strictPort: true });
}
