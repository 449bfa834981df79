/** Start of parameters that are not empty. */
const PARAMETERS = String.raw`\(\s*[^)\s]`;
const FUNCTION = String.raw`(?:async\s+)?function\b\s*[\w$]*\s*(?:<[^(]*>)?\s*${PARAMETERS}`;
const ARROW = String.raw`(?:${PARAMETERS}|[\w$]+\s*=>)`;

/** The compiler decides later; this is to start it only if it may be needed. */
export function mayTakeProps(code: string): boolean {
  const [, name] = /\bexport\s+default\s+([\w$]+)\s*;?\s*(?:\n|$)/.exec(code) ?? [];
  if (name === undefined) return new RegExp(String.raw`\bexport\s+default\s+(?:${FUNCTION}|${ARROW})`).test(code);
  const own = name.replaceAll('$', String.raw`\$`);
  return new RegExp(
    String.raw`\bfunction\s+${own}\s*(?:<[^(]*>)?\s*${PARAMETERS}|\b(?:const|let|var)\s+${own}\b[^]{0,300}?=\s*(?:${FUNCTION}|${ARROW})`,
  ).test(code);
}
