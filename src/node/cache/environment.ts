/** What may change what is made, and is in no file. */
export function environmentOf(): unknown {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const { node, v8, icu, unicode, cldr } = process.versions;
  const variables = Object.entries(process.env).filter(([name]) => VARIABLES.test(name));
  return [[node, v8, icu, unicode, cldr, process.platform, process.arch], timeZone, locale, variables.sort()];
}

const VARIABLES = /^(?:CASCADER_PUBLIC_|GIT_|LC_|SASS_)|^(?:NODE_ENV|NODE_OPTIONS|NODE_PATH|LANG|LANGUAGE|TZ)$/;
