import type { statfs as statfsFunction } from 'node:fs/promises';

/** Magic numbers of file systems that often do not report changes by other machines. */
const NETWORK_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0x01021997, '9P'],
  [0x786f4256, 'VirtualBox'],
  [0x7c7c6673, 'Parallels'],
]);

/** Error codes for a missing or unreadable folder, which are no reason to poll. */
const UNREACHABLE = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP']);

/** Undefined if only one folder cannot be watched. */
export function pollingReason(error: unknown): string | undefined {
  const code = String((error as { code?: unknown } | null)?.code ?? error);
  if (UNREACHABLE.has(code)) return undefined;
  if (code === 'ENOSPC')
    return 'Polling for changes: the system cannot watch more folders; raise fs.inotify.max_user_watches';
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'Polling for changes: the system cannot open more watchers; raise fs.inotify.max_user_instances or the limit on open files';
  return `Polling for changes: the system cannot watch folders here (${code})`;
}

export async function networkReason(folders: string[], statfs: typeof statfsFunction): Promise<string | undefined> {
  for (const folder of folders) {
    // The file system of a missing folder is unknown. It is rarely different from that of its neighbors.
    const type = await statfs(folder).then(
      (stats) => Number(stats.type),
      () => undefined,
    );
    // Some systems return a signed number.
    const name = type === undefined ? undefined : NETWORK_FILE_SYSTEMS.get(type >>> 0);
    if (name) return `Polling for changes: the network file system (${name}) does not report all of them`;
  }
  return undefined;
}
