#!/usr/bin/env node
const { bun, deno, node } = process.versions;
const [major, minor] = node.split('.').map(Number);
const isOld = major < 20 || (major === 20 && minor < 19);
const other = bun ? `Bun ${bun}` : deno ? `Deno ${deno}` : isOld ? `Node.js ${node}` : undefined;
if (other) {
  process.stderr.write(`✖ cascader-docs needs Node.js 20.19 or later, and this is ${other}.
  Run it with Node.js: \`npx cascader-docs\`, or \`node node_modules/cascader-docs/bin/cascader-docs.js\`.
`);
  process.exitCode = 2;
} else await import('../lib/start.js');
