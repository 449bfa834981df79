import remarkDirective from 'remark-directive';
import remarkGfm from 'remark-gfm';

type Construct = { concrete?: boolean };

/** Disables text and leaf directives: `10:30` is text. Containers are the constructs marked as `concrete`. */
function containersOnly(this: unknown): undefined {
  const data = (this as { data(): { micromarkExtensions?: unknown[] } }).data();
  data.micromarkExtensions = data.micromarkExtensions?.map((extension) => {
    const colon = ':'.charCodeAt(0);
    const flow = (extension as { flow?: Record<number, Construct | Construct[]> }).flow?.[colon];
    if (!flow) return extension;
    return { flow: { [colon]: [flow].flat().filter((construct) => construct.concrete) } };
  });
}

/** Adds GFM and `:::` containers. Plugins in `names` that parse the same syntax replace them. */
export function syntaxPlugins(names: string[] = []) {
  return [
    ...(names.includes('remarkGfm') ? [] : [remarkGfm]),
    ...(names.includes('remarkDirective') ? [] : [remarkDirective, containersOnly]),
  ];
}
