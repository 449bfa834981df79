// Builds the sites, and measures the types worker.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { originalOf } from './libraries.mjs';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const ROUNDS = 3;

export function writeSite(home, name, { package: from, provider, components }) {
  const site = path.join(home, 'sites', name);
  const write = (file, text) => {
    fs.mkdirSync(path.dirname(path.join(site, file)), { recursive: true });
    fs.writeFileSync(path.join(site, file), text);
  };
  write('package.json', JSON.stringify({ name: `${name}-site`, version: '1.0.0', private: true }));
  const compilerOptions = { strict: true, jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler' };
  write(
    'tsconfig.json',
    JSON.stringify({ compilerOptions: { ...compilerOptions, target: 'es2022', skipLibCheck: true } }),
  );
  const setup = provider ? "demo: { setup: './docs/setup.tsx' }" : '';
  write('cascader-docs.config.mjs', `export default { ${setup} };\n`);
  if (provider) write('docs/setup.tsx', setupOf(from, provider));
  const lines = Object.entries(components).map(([id, initial]) => {
    if (typeof initial !== 'string')
      return `<Playground id="${id}" package="${from}" initial='${JSON.stringify(initial)}' />`;
    write(`demos/${id}.tsx`, initial);
    return `<code src="../demos/${id}.tsx"></code>`;
  });
  write('docs/index.md', `# ${name}\n\n${lines.join('\n\n')}\n`);
  return site;
}

function setupOf(from, [component, value, attributes]) {
  const imported = value ? `${component}, ${value}` : component;
  return `import { ${imported} } from '${from}';

export function Wrapper({ children }) {
  return <${component}${attributes ? ` ${attributes}` : ''}>{children}</${component}>;
}
`;
}

export function buildSite(site) {
  const args = [path.join(ROOT, 'bin/cascader-docs.js'), 'build', '--no-cache', '--format', 'json'];
  const started = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: site, encoding: 'utf8', maxBuffer: 1e9 });
  const seconds = (performance.now() - started) / 1000;
  fs.writeFileSync(path.join(site, 'build.log'), `${status}\n${stdout}\n${stderr}`);
  const diagnostics = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  return { seconds, diagnostics };
}

/** Measures the types worker alone: opening and checking the demos as the type check does, and with their controls. */
export async function timeTypes(site, library) {
  const demos = Object.keys(library.components).map((id) => {
    const filePath = path.join(site, 'timed', `${id}.tsx`);
    fs.mkdirSync(path.dirname(filePath), { recursive: true });
    fs.writeFileSync(filePath, originalOf(library, id));
    return { id, name: id, filePath, headerLength: 0 };
  });
  const options = { projectRoot: site, root: site, typescript: '5.9.3', subpaths: {}, alias: {} };
  const files = demos.map(({ filePath }) => filePath);
  const check = { type: 'check', options: { ...options, files, blocks: [] } };
  const controls = { type: 'playgrounds', options: { ...options, demos } };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await timeOf([check]), await timeOf([controls])].map(([ms]) => ms));
  const [, ...alone] = await timeOf([
    controls,
    ...demos.map((demo) => ({ type: 'playgrounds', options: { ...options, demos: [demo] } })),
  ]);
  return { rounds, alone: Object.fromEntries(demos.map(({ id }, index) => [id, alone[index]])) };
}

/** Returns the milliseconds of each request to a new worker. */
async function timeOf(requests) {
  const worker = new Worker(path.join(ROOT, 'lib/types-worker.js'));
  const times = [];
  for (const [id, request] of requests.entries()) {
    const started = performance.now();
    worker.postMessage({ id, request });
    const answer = await new Promise((resolve) =>
      worker.on('message', (message) => {
        if (message.id === id) resolve(message);
      }),
    );
    if (!answer.result) throw new Error(JSON.stringify(answer));
    times.push(performance.now() - started);
  }
  await worker.terminate();
  return times;
}

export function readPlaygrounds(site, { components }) {
  const html = fs.readFileSync(path.join(site, 'dist/index.html'), 'utf8');
  const [, data = '{}'] = /<script[^>]*id="site:data"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  const demos = Object.values(JSON.parse(data).demos ?? {});
  return Object.keys(components).map((id, index) => {
    const demo = demos.find(({ playground }) => playground?.name === id) ?? demos[index];
    return { id, playground: demo?.playground };
  });
}

/** Returns the values that the build refuses, such as `size={"xl"}`. */
export function refusedOf(diagnostics, id) {
  const isAbout = ({ file, lineText = '' }) => lineText.includes(`id="${id}"`) || file.endsWith(`/${id}.tsx`);
  const own = diagnostics.filter(({ code, location }) => code === 'CD837' && location && isAbout(location));
  return own.flatMap(({ text }) => text.match(/`[^`]+`/g) ?? []);
}
