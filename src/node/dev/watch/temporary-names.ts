/** vim (backup, swap file, probe), JetBrains, Emacs, VS Code, sed, and downloads under way. */
const TEMPORARY = /~$|^\..*\.sw.$|^4913$|___jb_.{3}___$|^\.#|\.(?:tmp|vsctmp|crdownload)$|^sed[A-Za-z0-9]{6}$/s;
const BACKUP = /~$|___jb_.{3}___$/s;

/** Returns true for the name of a temporary file that an editor or tool writes while it saves another file. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Returns true for the name of a backup that an editor removes when a save is complete. Until then the saved file may
 * be missing.
 */
export function isBackupName(name: string): boolean {
  return BACKUP.test(name);
}
