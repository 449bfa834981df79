/** Prints the version, or the result of a build in which nothing has changed, without loading the compiler and the bundler. */
import { subscribe } from 'node:diagnostics_channel';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { createOutput } from '../kit/output.ts';
import { packageVersion } from '../node/base/package-dir.ts';
import { type BuildVariant, findUnchanged } from '../node/build/unchanged.ts';
import { TARGETS } from '../node/project/config/targets.ts';
import { LOOKUPS, type Lookup } from '../node/store/lookup-log.ts';
import { summaryText } from './build-texts.ts';
import { holdProcess, UNFINISHED } from './ending.ts';

const FLAGS = {
  out: { type: 'string' },
  base: { type: 'string' },
  target: { type: 'string' },
  strict: { type: 'boolean' },
  format: { type: 'string', default: 'text' },
} as const;

/** Requires every option of the variant, so that none is missing here. */
type WholeVariant = { [Name in keyof Required<BuildVariant>]: BuildVariant[Name] };

// V8 11 (Node.js 20) optimizes functions too early, which takes a quarter of the CPU time when one page has changed.
if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=500000');
const end = holdProcess();
printDebugOutput();
const args = process.argv.slice(2);
if (printVersion(args) || (await printUnchanged(args))) await end(0);
try {
  await import('./cli.ts');
} catch (error) {
  process.stderr.write(`✖ cascader-docs cannot be loaded: ${error instanceof Error ? error.message : error}\n`);
  process.stderr.write('  Install its packages again: `npm install`.\n');
  await end(UNFINISHED);
}

/** Returns true if it printed the version. The option is declared in `cli.ts`. */
function printVersion([flag = '', ...others]: string[]): boolean {
  if (others.length > 0 || !['-v', '--version'].includes(flag)) return false;
  process.stdout.write(`${packageVersion}\n`);
  return true;
}

/** Prints the result if the command is `build` and nothing has changed. Returns true if it printed. */
async function printUnchanged([command, ...args]: string[]): Promise<boolean> {
  const asked = command === 'build' ? parseBuild(args) : undefined;
  if (!asked) return false;
  const unchanged = await findUnchanged(asked.root, asked.variant);
  if (!unchanged) return false;
  const { result } = unchanged;
  const { report, print } = createOutput(() => asked.format);
  report(result.diagnostics);
  print(summaryText(result, asked.format));
  return true;
}

/** Returns undefined for an unknown or invalid flag, which `build` then reports. */
function parseBuild(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options: FLAGS, allowPositionals: true });
    const { format, out, base, strict } = values;
    if (positionals.length > 1 || (format !== 'text' && format !== 'json')) return undefined;
    const target = TARGETS.find((name) => name === values.target);
    if (target !== values.target) return undefined;
    const outDir = out === undefined ? undefined : path.resolve(out);
    const variant: WholeVariant = { outDir, base, target, strict, development: undefined };
    return { root: positionals[0] ?? '.', format, variant } as const;
  } catch {
    return undefined;
  }
}

/** `CASCADER_DOCS_DEBUG=store` prints each lookup of a cached result. */
function printDebugOutput(): void {
  const areas = process.env.CASCADER_DOCS_DEBUG?.split(',') ?? [];
  if (areas.includes('store')) subscribe(LOOKUPS, (message) => printLookup(message as Lookup));
}

function printLookup({ name, isHit, changes }: Lookup): void {
  const here = `${process.cwd()}${path.sep}`;
  const reasons = changes.length > 0 ? ` (${changes.join('; ').replaceAll(here, '')})` : '';
  process.stderr.write(`store ${isHit ? 'hit ' : 'miss'} ${name}${reasons}\n`);
}
