import path from 'node:path';
import type { Command } from 'commander';
import type { DeployAction, DeployPlan, DeployPlanOptions } from '../index.ts';
import { pc } from './colors.ts';
import { FORMAT_HELP, parseFormat, parsePath, parsePathOrUrl, parseSeconds } from './option-values.ts';
import { counted, type Format } from './print.ts';
import type { Session } from './session.ts';

interface DeployPlanFlags extends Pick<DeployPlanOptions, 'base' | 'since' | 'keep'> {
  out?: string;
  format: Format;
}

export function addDeployPlan(program: Command, session: Session): void {
  program
    .command('deploy-plan')
    .description('print what to upload to a bucket, and in which order')
    .argument('[root]', 'site folder', '.')
    .option('--out <folder>', 'output folder, if different from the configuration', parsePath)
    .option('--base <path>', 'path that the site was built for, if different from the configuration')
    .option('--since <manifest>', 'the .cascader-docs of the last deployment: a file or a URL', parsePathOrUrl)
    .option('--keep <seconds>', 'seconds for which removed files stay in the store (default: 3600)', parseSeconds)
    .option('--format <format>', FORMAT_HELP, parseFormat, 'text')
    .action(async (root: string, { out: outDir, format, ...flags }: DeployPlanFlags) => {
      const { deployPlan } = await import('../index.ts');
      session.format = format;
      printPlan(await deployPlan({ ...flags, root, outDir }), format);
    });
}

function printPlan({ outDir, actions, unchanged }: DeployPlan, format: Format): void {
  if (format === 'json') {
    for (const action of actions) process.stdout.write(`${JSON.stringify(action)}\n`);
    return;
  }
  const steps = new Map<string, DeployAction[]>();
  for (const action of actions) {
    const own = steps.get(action.step) ?? [];
    steps.set(action.step, own);
    own.push(action);
  }
  for (const [step, own] of steps) {
    const wait = own[0]?.after;
    process.stdout.write(`${pc.bold(step)} ${pc.dim(wait ? `after ${wait} s` : '')}\n`);
    for (const { action, path: file, redirect } of own)
      process.stdout.write(`  ${action === 'delete' ? '-' : '+'} ${file}${redirect ? ` → ${redirect}` : ''}\n`);
  }
  const folder = path.relative(process.cwd(), outDir) || '.';
  process.stdout.write(`${counted(actions.length, 'file')} of ${folder} to upload or delete, ${unchanged} unchanged\n`);
}
