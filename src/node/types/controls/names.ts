import type { WithoutReason } from '../../../shared/playground/schema.ts';

/** Reasons why props with certain names have no control unless their types list other values. */
const BY_NAME: [RegExp, WithoutReason][] = [
  [/^(?:ref|key|.+Ref)$/, 'ref'],
  [/^(?:dangerouslySetInnerHTML|srcDoc|innerHTML|outerHTML)$|html$/i, 'html'],
  [/^(?:style|sx|css|vars|className|styles|classes)$|(?:Style|Styles|ClassName|ClassNames|Classes)$/i, 'style'],
  [
    /^(?:as|is|asChild|render|tag|element)$|^(?:component|elementType|tagName)s?$|(?:Component|Components)$/i,
    'element',
  ],
  [/^slots?$|^(?:slot|components)Props$|(?:Slot|Slots|SlotProps)$/i, 'element'],
];

const URL_NAME =
  /^(?:href|src|url|uri|action|formAction|cite|poster|ping|data|background|to)$|(?:Href|Src|Url|URL|Uri)$/;

/** Returns the reason why a prop with this name has no control if its type does not determine its values. */
export function reasonOfName(name: string): WithoutReason | undefined {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
}

/** Returns true for a prop without a control whatever its type: JSX handles the prop, or `true` replaces the element. */
export function isReservedName(name: string): boolean {
  return ['ref', 'key', 'asChild'].includes(name);
}

export function isTagName(name: string): boolean {
  return /(?:^tag|Tag|TagName|Element|ElementType|As)$/.test(name);
}

/** Returns true for a prop whose text is a URL, which could run a script. */
export function isUrlName(name: string): boolean {
  return URL_NAME.test(name);
}

/** Returns the name of the prop that sets the initial value of a controlled prop: `defaultValue` for `value`. */
export function defaultNameOf(name: string): string {
  return `default${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
