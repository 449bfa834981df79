import type { statfs as statfsFunction } from 'node:fs/promises';

/** Magic numbers of file systems whose changes are often made elsewhere, and then not told to this machine. */
const NETWORK_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9P'],
  [0x786f4256, 'VirtualBox'],
  [0x7c7c6673, 'Parallels'],
]);

/** What the system answers for a folder that is gone or closed to us, which is no reason to poll. */
const UNREACHABLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/**
 * The sentence that tells why an error of `fs.watch` calls for polling; undefined when only that folder cannot be watched.
 */
export function pollingReason(error: unknown): string | undefined {
  const code = String((error as { code?: unknown } | null)?.code ?? error);
  if (UNREACHABLE.has(code)) return undefined;
  if (code === 'ENOSPC')
    return 'Polling for changes: the system watches no more folders; raise fs.inotify.max_user_watches';
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'Polling for changes: the system opens no more watchers; raise fs.inotify.max_user_instances or the limit of open files';
  return `Polling for changes: the system cannot watch folders here (${code})`;
}

/** The sentence that tells why `folders` cannot be relied on to tell of changes; undefined when they can. */
export async function networkReason(folders: string[], statfs: typeof statfsFunction): Promise<string | undefined> {
  for (const folder of folders) {
    // A folder that does not exist yet cannot be asked; its own file system is rarely another than its neighbours'.
    const type = await statfs(folder).then(
      (stats) => Number(stats.type),
      () => undefined,
    );
    // Signed on some systems.
    const name = type === undefined ? undefined : NETWORK_FILE_SYSTEMS.get(type >>> 0);
    if (name) return `Polling for changes: the network file system (${name}) does not tell of all of them`;
  }
  return undefined;
}
