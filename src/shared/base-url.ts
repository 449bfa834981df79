const SAFE_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

export function isExternal(url: string): boolean {
  return /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}

/** Prepends the base (which ends with `/`) to a route path. External URLs and hashes stay unchanged. */
export function withBase(base: string, routePath: string): string {
  return isExternal(routePath) || !routePath.startsWith('/') ? routePath : `${base}${routePath.slice(1)}`;
}

/** Returns the route path of a pathname, without the base and a trailing slash; undefined outside the base. */
export function withoutBase(base: string, pathname: string): string | undefined {
  if (`${pathname}/` === base) return '/';
  if (!pathname.startsWith(base)) return undefined;
  const routePath = `/${pathname.slice(base.length)}`;
  return routePath.length > 1 && routePath.endsWith('/') ? routePath.slice(0, -1) : routePath;
}

/**
 * Normalizes the URL as browsers do (case, references, inner tabs and line breaks, surrounding spaces), and rejects
 * other control characters.
 */
export function isSafeUrl(url: string): boolean {
  const text = trimControls(decodeReferences(url)).replace(/[\t\n\r]/g, '');
  if (hasControls(text)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  return scheme === undefined || SAFE_SCHEMES.has(scheme.toLowerCase());
}

/** Decodes numeric character references, and named references that can hide or complete a scheme. */
function decodeReferences(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,7});?/gi, (_, digits: string) => characterOf(Number.parseInt(digits, 16)))
    .replace(/&#([0-9]{1,8});?/g, (_, digits: string) => characterOf(Number(digits)))
    .replace(/&(colon|tab|newline);/gi, (_, name: string) => (name.toLowerCase() === 'colon' ? ':' : '\t'));
}

function characterOf(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) return true;
  return false;
}

function trimControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}
