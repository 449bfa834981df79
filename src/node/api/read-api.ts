/** The types of the documented library, read beside the build when a page asks for them. */
import path from 'node:path';
import type { ApiComponent } from '../../shared/api.ts';
import type { Cache } from '../cache/cache.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { type ApiThread, createApiThread } from './api-thread.ts';
import type { CheckTypesOptions, CheckTypesResult } from './check-types/check-types.ts';
import type { ExtractApiOptions, ExtractedApi } from './extract-api.ts';
import type { Usage, UsageDemo } from './usage/find-usage.ts';

/** The library's types. */
export interface ApiReader {
  /** Entry that is read, as the configuration names it; undefined when there is none. */
  entry?: string;
  /** All exports. The same promise each time, until `forget`. */
  extract(): Promise<ExtractedApi>;
  /** Which demos use what. */
  usage(demos: UsageDemo[], components: ApiComponent[]): Promise<Usage>;
  check(options: CheckTypesOptions): Promise<CheckTypesResult>;
  /** The files have changed. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * @param sourceEntry absolute path of the library's source, when the project has one
 * @param options.cache keeps what was read
 * @param options.signal closes the reader
 */
export function createApiReader(
  site: Site,
  sourceEntry: string | undefined,
  { cache, signal }: { cache: Cache; signal?: AbortSignal },
): ApiReader {
  const { projectRoot, config, packageJson } = site;
  const thread: ApiThread = createApiThread();
  signal?.addEventListener('abort', () => void thread.close(), { once: true });
  const options = config.apiParser === false ? {} : config.apiParser;
  const entry = options.entry ?? sourceEntry;
  let extracting: Promise<ExtractedApi> | undefined;
  const extract = async (): Promise<ExtractedApi> => {
    if (entry === undefined) return { components: [], diagnostics: [noEntry()], files: [] };
    const wanted: ExtractApiOptions = {
      projectRoot,
      entry,
      ...(isPackage(entry) ? {} : { packageName: packageJson.name }),
      ...(options.tsconfig === undefined ? {} : { tsconfig: options.tsconfig }),
    };
    const { files, ...found } = await cache.remember('api', { ...wanted, projectRoot: '' }, async () => {
      const result = await thread.ask({ type: 'extract', options: wanted });
      // A checkout may lie elsewhere than the one in which it is read.
      const files = result.files.map((file) => path.relative(projectRoot, file));
      return { result: { ...result, files }, files: result.files };
    });
    return { ...found, files: files.map((file) => path.join(projectRoot, file)) };
  };
  return {
    entry,
    extract() {
      if (extracting) return extracting;
      const begun = extract();
      extracting = begun;
      // A fault is nothing that is kept.
      begun.catch(() => {
        if (extracting === begun) extracting = undefined;
      });
      return begun;
    },
    async usage(demos, components) {
      const library = [isPackage(entry ?? '.') ? entry : packageJson.name].filter((name) => name !== undefined);
      const request = { type: 'usage' as const, demos, library, components };
      return await cache.remember('api-usage', request, async () => ({ result: await thread.ask(request), files: [] }));
    },
    check: (wanted) => thread.ask({ type: 'check', options: wanted }),
    forget() {
      extracting = undefined;
    },
    close: () => thread.close(),
  };
}

/** An entry is the name of a package unless it is a path: `./src`, `src/index.tsx`, an absolute one. */
export function isPackage(entry: string): boolean {
  return !/^[./\\]|^[A-Za-z]:|\.[cm]?[jt]sx?$/.test(entry);
}

function noEntry(): Diagnostic {
  return {
    severity: 'error',
    code: 'CD800',
    text: 'There is no library whose types could be read',
    notes: ["Name its source or its package: apiParser: { entry: 'src/index.tsx' } in the configuration."],
  };
}
