#!/usr/bin/env node
// `npm create cascader-docs my-library` is `npx cascader-docs init my-library`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const tool = path.dirname(createRequire(import.meta.url).resolve('cascader-docs/package.json'));
const command = [path.join(tool, 'bin/cascader-docs.js'), 'init', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
process.exitCode = status ?? 1;
