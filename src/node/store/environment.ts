/** Returns the inputs of a build that are in no file: versions, platform, time zone, locale and environment variables. */
export function environmentOf({ versions, env }: Pick<typeof process, 'versions' | 'env'> = process): unknown {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const { node, v8, icu, unicode, cldr } = versions;
  const variables = Object.entries(env).filter(([name]) => VARIABLES.test(name));
  return [[node, v8, icu, unicode, cldr, process.platform, process.arch], timeZone, locale, variables.sort()];
}

const VARIABLES = /^(?:CASCADER_PUBLIC_|GIT_|LC_|SASS_)|^(?:NODE_ENV|NODE_OPTIONS|NODE_PATH|LANG|LANGUAGE|TZ)$/;
