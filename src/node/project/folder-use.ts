import { escapeRegExp } from '../../shared/escape-reg-exp.ts';

/** Keys of package.json that refer to published or built files. */
const PUBLISHED = [
  ...['files', 'main', 'module', 'browser', 'types', 'typings', 'typesVersions', 'exports', 'bin'],
  ...['unpkg', 'jsdelivr', 'style', 'sass', 'publishConfig', 'directories'],
];

/** Returns what uses a folder: a key of package.json, or another tool's script. */
export function folderUse(manifest: Record<string, unknown>, name: string): string | undefined {
  const inPath = new RegExp(`(^|["/])${escapeRegExp(name)}(["/*]|$)`);
  const key = PUBLISHED.find((one) => manifest[one] !== undefined && inPath.test(JSON.stringify(manifest[one])));
  if (key) return `\`${key}\` in package.json uses ${name}`;
  const inCommand = new RegExp(`(?<![\\w.-])${escapeRegExp(name)}(?![\\w-])`);
  const scripts = Object.entries(manifest.scripts ?? {}).find(
    ([, command]) => inCommand.test(String(command)) && !/\bcascader-docs\b/.test(String(command)),
  );
  return scripts && `the script \`${scripts[0]}\` in package.json uses ${name}`;
}
