/** True for the name or path of a style sheet. */
export function isSheet(name: string): boolean {
  return /\.(css|less|scss|sass)$/.test(name);
}

/** True for a CSS module: its class names are its own, and a script that imports it gets them. */
export function isModuleSheet(name: string): boolean {
  return /\.module\.(css|less|scss|sass)$/.test(name);
}

/** True for Sass in either syntax. */
export function isSassSheet(name: string): boolean {
  return /\.(scss|sass)$/.test(name);
}
