import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Lists the files of a package as `npm pack --dry-run` does. */
export async function packedByNpm(cwd: string): Promise<string[]> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd, maxBuffer: 1e8 });
  return (JSON.parse(stdout) as { files: { path: string }[] }[]).flatMap(({ files }) => files.map((file) => file.path));
}
