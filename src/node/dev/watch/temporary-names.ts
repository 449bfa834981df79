/** vim (backup, swap file, probe), JetBrains, Emacs, VS Code, sed, and downloads under way. */
const TEMPORARY = /~$|^\..*\.sw.$|^4913$|___jb_.{3}___$|^\.#|\.(?:tmp|vsctmp|crdownload)$|^sed[A-Za-z0-9]{6}$/s;
const BACKUP = /~$|___jb_.{3}___$/s;

export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/** An editor removes its backup when a save is complete. Until then the saved file may be missing. */
export function isBackupName(name: string): boolean {
  return BACKUP.test(name);
}
