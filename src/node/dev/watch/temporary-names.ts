/** vim (backup, swap file, probe), JetBrains, Emacs, VS Code, sed, and downloads under way. */
const TEMPORARY = /~$|^\..*\.sw.$|^4913$|___jb_.{3}___$|^\.#|\.(?:tmp|vsctmp|crdownload)$|^sed[A-Za-z0-9]{6}$/s;
const BACKUP = /~$|___jb_.{3}___$/s;

/** True for a name that an editor or a tool gives to a file of its own while it saves another. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}

/** True for the name of what an editor removes when a save is complete: until then the saved file may be missing. */
export function isBackupName(name: string): boolean {
  return BACKUP.test(name);
}
