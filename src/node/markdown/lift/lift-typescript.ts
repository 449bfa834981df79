import { type FileContext, report } from '../context.ts';
import { type MdastContent, walk } from '../nodes.ts';
import { isDemoFence } from '../parse/demo-fence.ts';
import { parseFenceInfo } from '../parse/fence-info.ts';

/** Returns true if a page may contain a `ts2js` fence. Has false positives, but no false negatives. */
export function mayHaveTypeScript(source: string): boolean {
  return source.includes('ts2js') || source.includes('<embed');
}

/** Converts each fence with `ts2js` to a code group with a TypeScript and a JavaScript version. */
export function liftTypeScript(parent: { children: MdastContent[] }, context: FileContext): void {
  const { toJavaScript } = context.page;
  if (!toJavaScript || !context.file.text.includes('ts2js')) return;
  walk<MdastContent>(parent, (node) => {
    // A fence in a code group is already a panel.
    if (node.type === 'containerDirective' && node.name === 'code-group') return false;
    if (node.type !== 'code') return;
    const info = parseFenceInfo(node.lang, node.meta);
    const { lang, flags } = info;
    if (!flags.has('ts2js') || (lang !== 'ts' && lang !== 'tsx')) return;
    // The card of a demo shows both versions.
    if (isDemoFence(node.value, info, context.page.site.config.codeBlockMode)) return false;
    let script: string;
    try {
      script = toJavaScript(node.value);
    } catch (error) {
      const reason = (error as Error).message;
      report(context, 'invalid-typescript-code', { reason }, { at: node.position?.start });
      return false;
    }
    const isSameLength = script.split('\n').length === node.value.split('\n').length;
    const child = (value: string, name: string, meta: string): MdastContent => ({
      type: 'code',
      ...{ lang: name, meta, value, position: node.position },
      data: { grouped: true },
    });
    const meta = `${node.lang ?? ''} ${node.meta ?? ''}`.slice(lang.length).replace(/(?<!\S)ts2js(?!\S)/, '');
    const children = [
      child(node.value, lang, meta),
      // Line numbers in the meta refer to the TypeScript code.
      child(script, lang.replace('t', 'j'), isSameLength ? meta : meta.replace(/(?:[a-z]+=)?\{[\d,\s-]*\}/g, '')),
    ];
    const props = { titles: ['TypeScript', 'JavaScript'] };
    return [{ type: 'component', name: 'CodeGroup', props, children, position: node.position }];
  });
}
