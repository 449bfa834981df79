/** The types of the documented library, read beside the build when a page asks for them. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { ApiComponent } from '../../shared/api.ts';
import type { Site } from '../config/types.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { packageVersion } from '../package-dir.ts';
import { createApiCache } from './api-cache.ts';
import { API_WORKER, type ApiThread, createApiThread } from './api-thread.ts';
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
 */
export function createApiReader(site: Site, sourceEntry: string | undefined): ApiReader {
  const { projectRoot, config, packageJson } = site;
  const cache = createApiCache(projectRoot);
  const thread: ApiThread = createApiThread();
  const options = config.apiParser === false ? {} : config.apiParser;
  const entry = options.entry ?? sourceEntry;
  const versions = [packageVersion, typescriptVersion(), workerHash()];
  let extracting: Promise<ExtractedApi> | undefined;

  const extract = async (): Promise<ExtractedApi> => {
    if (entry === undefined) return { components: [], diagnostics: [noEntry()], files: [] };
    const wanted: ExtractApiOptions = {
      projectRoot,
      entry,
      ...(isPackage(entry) ? {} : { packageName: packageJson.name }),
      ...(options.tsconfig === undefined ? {} : { tsconfig: options.tsconfig }),
    };
    const key = [versions, { ...wanted, projectRoot: '' }];
    const known = await cache.read<Omit<ExtractedApi, 'files'> & { files: string[] }>('api', key);
    if (known) return known;
    const result = await thread.ask({ type: 'extract', options: wanted });
    await cache.write('api', key, result, result.files);
    return result;
  };
  return {
    entry,
    extract() {
      extracting ??= extract();
      return extracting;
    },
    async usage(demos, components) {
      const library = [isPackage(entry ?? '.') ? entry : packageJson.name].filter((name) => name !== undefined);
      const request = { type: 'usage' as const, demos, library, components };
      const key = [versions, request];
      const known = await cache.read<Usage>('api-usage', key);
      if (known) return known;
      const usage = await thread.ask(request);
      await cache.write('api-usage', key, usage, []);
      return usage;
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

/** A tool that is built anew may read types in another way. */
function workerHash(): string {
  return createHash('sha256').update(fs.readFileSync(API_WORKER)).digest('base64url');
}

function typescriptVersion(): string {
  return createRequire(import.meta.url)('typescript/package.json').version;
}
