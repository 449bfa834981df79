/** `mode` is the mode before the umask of the process is applied: 0o666 for a file, 0o777 for a folder. */
export function createNewCheck(mode: number): (stats: { uid: number | bigint; mode: number | bigint }) => boolean {
  const owner = process.geteuid?.();
  const expected = mode & ~process.umask();
  return (stats) => owner === undefined || (Number(stats.uid) === owner && (Number(stats.mode) & 0o7777) === expected);
}
