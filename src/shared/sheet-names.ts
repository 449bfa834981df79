/** Returns true for the name or path of a style sheet. */
export function isSheet(name: string): boolean {
  return /\.(css|less|scss|sass)$/.test(name);
}

/** Returns true for a CSS module, which exports its scoped class names to scripts. */
export function isModuleSheet(name: string): boolean {
  return /\.module\.(css|less|scss|sass)$/.test(name);
}

/** Returns true for Sass in either syntax. */
export function isSassSheet(name: string): boolean {
  return /\.(scss|sass)$/.test(name);
}
