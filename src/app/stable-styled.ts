/** Stable names, independent of creation order: see `node/bundle/plugins/stable-styled-plugin.ts`. */

/** Function that is called with styles and creates a component. */
interface Template {
  (styles: unknown, ...values: unknown[]): unknown;
  attrs: (attrs: unknown) => Template;
  withConfig: (config: Config) => Template;
}

interface Config {
  componentId?: string;
  displayName?: string;
}

type Styled = ((target: unknown, ...rest: unknown[]) => Template) & Record<string, Template>;

/** Components with the same text are numbered while the modules of one demo run, which happens synchronously. */
export function withStableNames(original: Styled): Styled {
  const counts = new Map<string, number>();
  const named = (template: Template, target: unknown, config: Config = {}): Template =>
    Object.assign(
      (...styles: unknown[]) => {
        if (config.componentId !== undefined) return template(...(styles as [unknown]));
        const text = `${config.displayName ?? ''} ${valueText(target)} ${valueText(styles)}`;
        if (counts.size === 0) queueMicrotask(() => counts.clear());
        const count = (counts.get(text) ?? 0) + 1;
        counts.set(text, count);
        return template.withConfig({ componentId: `sc-${shortHash(`${text} ${count}`)}` })(...(styles as [unknown]));
      },
      {
        attrs: (attrs: unknown) => named(template.attrs(attrs), target, config),
        withConfig: (more: Config) => named(template.withConfig(more), target, { ...config, ...more }),
      },
    );
  const styled = (target: unknown, ...rest: unknown[]): Template => named(original(target, ...rest), target);
  const tags = Object.keys(original).map((tag) => [tag, named(original[tag] as Template, tag)]);
  return Object.assign(styled, Object.fromEntries(tags)) as Styled;
}

/** Returns text that is the same in every environment. It excludes functions, because bundlers rewrite their code. */
function valueText(value: unknown): string {
  if (value === null || typeof value !== 'object')
    return typeof value === 'function' ? textOfFunction(value) : `${value}`;
  if ('styledComponentId' in value) return String(value.styledComponentId);
  if (Array.isArray(value)) return value.map(valueText).join('|');
  // Keyframes have a name; converting them to a string throws.
  if ('rules' in value && 'name' in value) return String(value.name);
  return Object.entries(value)
    .map(([key, entry]) => `${key}:${valueText(entry)}`)
    .join(';');
}

function textOfFunction(value: object): string {
  return 'styledComponentId' in value ? String(value.styledComponentId) : 'function';
}

/** Returns a 53-bit hash of a string, in base 36. */
function shortHash(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
