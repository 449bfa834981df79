import type { BuildOptions } from '../index.ts';
import type { Command, Format } from '../kit/kit.ts';
import { FORMAT, parsePath, parsePathOrUrl } from '../kit/option-values.ts';
import { TARGETS } from '../node/project/config/targets.ts';
import { reasonsText, summaryText } from './build-texts.ts';

interface BuildFlags
  extends Pick<BuildOptions, 'root' | 'base' | 'target' | 'strict' | 'cache' | 'verifyCache' | 'stats' | 'against'> {
  out?: string;
  explain?: string | true;
  format: Format;
}

export const build: Command = {
  description: 'build the site into its output folder',
  arguments: {
    '[root]': 'folder of the site, which contains docs/ and cascader-docs.config.ts (default: the working directory)',
  },
  options: {
    '--out <folder>': {
      description: 'output folder (default: outputPath in the configuration, or dist in the site folder)',
      parse: parsePath,
    },
    '--base <path>': 'path that the site is served under, such as /my-library/',
    '--target <host>': { description: 'hosting provider to generate configuration for', choices: TARGETS },
    '--strict': 'treat warnings as errors',
    '--no-cache': 'ignore the cache, and do not update it',
    '--against <published>': {
      description: 'published site: output folder, sitemap or list of URLs; a missing route is an error',
      parse: parsePathOrUrl,
    },
    '--explain [route]': 'print why pages were rebuilt: a summary, or all reasons for one page',
    '--verify-cache': {
      description: 'rebuild cached results, and compare them with the cache; a difference is an error',
      conflicts: 'cache',
    },
    '--stats': 'print time and memory per stage and process, and the slowest pages and demos',
    ...FORMAT,
  },
  writes: true,
  async run(kit, { out: outDir, format, explain, ...flags }: BuildFlags) {
    // Without the other tools, which `index.ts` has, this is loaded in half the time.
    const { build } = await import('../node/build/build.ts');
    const result = await build({ ...flags, outDir, signal: kit.signal, onStage: kit.progress });
    kit.report(result.diagnostics);
    kit.print(summaryText(result, format));
    const reasons = explain ? reasonsText(result, explain === true ? undefined : explain, format) : '';
    if (reasons !== '') kit.print(reasons);
  },
};
