import type { Control } from '../../../shared/playground/schema.ts';
import type * as ts from '../compiler/index.ts';
import type { WrittenOrder } from '../extract/written-order.ts';

interface Written {
  property: ts.Symbol;
  tags: ts.Comment['tags'];
  orderOf: (declared: ts.Node) => WrittenOrder;
}

/** Adds details that only the declaration of the prop contains: the order of the values, and the tags of the doc comment. */
export function withDetails(control: Control, { property, tags, orderOf }: Written): Control {
  const { type: declared } = (property.declarations[0] ?? {}) as Partial<ts.PropertySignature>;
  return inWrittenOrder(withTags(control, tags), declared && orderOf(declared));
}

/** Restores the order in the source, because the compiler sorts the values differently. */
function inWrittenOrder(control: Control, order: WrittenOrder | undefined): Control {
  const rank = (value: unknown): number =>
    typeof value === 'number'
      ? value
      : ((typeof value === 'string' ? order?.ofText(value) : undefined) ?? Number.MAX_SAFE_INTEGER);
  const sorted = (part: Control): Control => inWrittenOrder(part, order);
  switch (control.kind) {
    case 'union':
      return { ...control, of: control.of.map(sorted) };
    case 'tuple':
      return { ...control, items: control.items.map(sorted) };
    case 'object':
      return { ...control, fields: control.fields.map((field) => ({ ...field, control: sorted(field.control) })) };
    case 'list':
      return { ...control, item: sorted(control.item) };
    case 'choice':
      return { ...control, options: [...control.options].sort((a, b) => rank(a.value) - rank(b.value)) };
    case 'text': {
      const { suggestions } = control;
      return suggestions ? { ...control, suggestions: [...suggestions].sort((a, b) => rank(a) - rank(b)) } : control;
    }
    default:
      return control;
  }
}

/** Applies the tags `@control textarea`, `@minimum` and `@maximum` of the doc comment. */
function withTags(control: Control, tags: ts.Comment['tags']): Control {
  const isLong = tags.some(({ name, text }) => name === 'control' && text.trim() === 'textarea');
  const numberIn = (name: string): number | undefined => {
    const text = tags.find((tag) => tag.name === name)?.text.trim();
    const value = text ? Number(text) : Number.NaN;
    return Number.isFinite(value) ? value : undefined;
  };
  if (control.kind === 'union') return { ...control, of: control.of.map((part) => withTags(part, tags)) };
  if (control.kind === 'text' && isLong) return { ...control, isLong: true };
  if (control.kind !== 'number') return control;
  const [min, max] = [numberIn('minimum'), numberIn('maximum')];
  return { ...control, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}
