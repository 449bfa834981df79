import {
  type Command,
  colors,
  countBySeverity,
  counted,
  FORMAT,
  type Format,
  formatBytes,
  fromHere,
  parsePath,
  ROOT,
} from '../kit/kit.ts';

interface PackFlags {
  root?: string;
  package?: string;
  outDir?: string;
  maxSize?: number;
  format: Format;
}

export const pack: Command = {
  description: 'write the documentation into a folder that is published with the library, for assistants',
  arguments: ROOT,
  options: {
    '--out-dir <folder>': {
      description: "folder to write (default: pack.outDir, or skills/<name> in the library's folder)",
      parse: parsePath,
    },
    '--max-size <kB>': {
      description: 'limit in kilobytes; larger documentation is an error (default: pack.maxSize, or 300)',
      parse: parseSize,
    },
    '--package <name>': 'package to write for, if the site documents several',
    ...FORMAT,
  },
  footer: 'To run it before each release, add to `scripts` in package.json: `"prepack": "cascader-docs pack"`',
  writes: true,
  async run(kit, { package: packageName, format, ...flags }: PackFlags) {
    const { pack } = await import('../index.ts');
    const result = await pack({ ...flags, packageName, signal: kit.signal, onStage: kit.progress });
    const { diagnostics, ...summary } = result;
    kit.report(diagnostics);
    const { warnings } = countBySeverity(diagnostics);
    if (format === 'json') {
      kit.print(JSON.stringify({ summary: { ...summary, warnings } }));
      return;
    }
    const { outDir, package: name, version, pages, sources, bytes } = summary;
    const counts = [counted(pages, 'page'), counted(sources, 'demo file'), formatBytes(bytes)].join(', ');
    kit.print(`${colors.green('✔')} ${name} ${version}: ${counts} → ${fromHere(outDir)}`);
    if (warnings > 0) kit.print(`  ${colors.yellow(counted(warnings, 'warning'))}, see above`);
  },
};

function parseSize(value: string): number {
  const size = Number(value);
  if (value.trim() !== '' && size > 0 && Number.isFinite(size)) return size;
  throw new Error('Expected a number of kilobytes above 0.');
}
