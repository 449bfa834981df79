import type { Control, Field, Option, WithoutReason } from '../../../shared/playground/schema.ts';
import { partsOf as controlParts } from '../../../shared/playground/values.ts';
import * as ts from '../compiler/index.ts';
import { concrete, isObject, isOptional, isRenderable, partsOf } from '../extract/type-shape.ts';
import type { WrittenOrder } from '../extract/written-order.ts';
import { isReservedName, isTagName, isUrlName, reasonOfName } from './names.ts';

import { withDetails } from './written-details.ts';

export interface ControlContext {
  program: ts.Program;
  checker: ts.Checker;
  /** Returns true for a file whose types are not described: types of the language, the DOM, React and CSS. */
  isWellKnown: (filePath: string) => boolean;
  /** Returns the source of an enum's member in the demo. Undefined if the demo does not import the enum. */
  enumCode: (member: ts.Symbol) => string | undefined;
  orderOf: (declared: ts.Node) => WrittenOrder;
}

/** A control, or the reason why a value has none. */
export type Described = Control | WithoutReason;

/** Longer lists of values and fields are cut off, because URLs and pages must stay short. Required fields are never cut off. */
const MAX_OPTIONS = 200;
const MAX_FIELDS = 20;
/** Maximum number of members. A larger object is not described. */
const MAX_MEMBERS = 100;
const MAX_DEPTH = 2;
const REFS = ['Ref', 'RefObject', 'MutableRefObject', 'LegacyRef', 'ForwardedRef', 'RefCallback'];
/** Elements that load or run something. A type that contains two of them is an element type, regardless of the prop's name. */
const UNSAFE_TAGS: unknown[] = ['iframe', 'script', 'object', 'embed', 'style'];
/** Kinds of controls that take precedence over a name: their values cannot be a style, an element, a ref or HTML. */
const CLEAR_KINDS = ['boolean', 'choice', 'number'];

/** Describes the control of a property. `types` are its types in all branches; by default, its own type. */
export function describeField(
  context: ControlContext,
  property: ts.Symbol,
  { depth = 0, types = [property.type] }: { depth?: number; types?: readonly ts.Type[] } = {},
): Described {
  const { checker, orderOf } = context;
  const { name } = property;
  const { tags } = ts.readComment(checker, property);
  const reason = reasonOfName(name);
  if (reason && (isReservedName(name) || !offersChoice(types.map(checker.nonNullable)))) return reason;
  if (tags.some((tag) => tag.name === 'control' && tag.text.trim() === 'none')) return 'type';
  const control = describeControl(context, property.type, name, depth);
  if (typeof control === 'string') return control;
  if (reason && !controlParts(control).every(({ kind }) => CLEAR_KINDS.includes(kind))) return reason;
  return withDetails(control, { property, tags, orderOf });
}

/** Returns true if the types offer a choice. A single text, as in `as?: 'div'`, is no choice. */
function offersChoice(types: readonly ts.Type[]): boolean {
  const parts = types.flatMap(partsOf);
  const texts = new Set(parts.flatMap(({ literal }) => (typeof literal === 'string' ? literal : [])));
  return texts.size > 1 || parts.some(({ flags }) => flags & (ts.TypeFlags.BooleanLike | ts.TypeFlags.NumberLike));
}

/** Omits `null` and `undefined`, because an unset prop has the same meaning. Among literals, `null` remains. */
function describeControl(context: ControlContext, type: ts.Type, name: string, depth: number): Described {
  const { checker } = context;
  // `Uppercase<string>` is narrower than its constraint, which would allow more strings.
  const open = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.StringMapping;
  const isOpen = checker.nonNullable(type).flags & open || type.flags & open;
  // If the type is not informative, the name determines the control.
  if (isOpen) return name === 'children' && type.flags & ts.TypeFlags.Any ? { kind: 'node' } : 'type';
  const value = concrete(checker, type);
  const parts = partsOf(value).map(withoutEmptyObject);
  const reason = reasonOfType(value, parts, name);
  if (reason) return reason;
  const isText = parts.some(isAnyText);
  if (isRenderable(checker, value)) return isText ? { kind: 'node' } : 'preset';
  const options = parts.flatMap((part) => optionOf(context, part));
  const others = parts.filter((part) => part.literal === undefined);
  if (others.length === 0 && options.length === parts.length) {
    const hasNull = partsOf(type).some(({ flags }) => flags & ts.TypeFlags.Null);
    return choiceOf(hasNull && !isBoolean(value) ? [...options, { value: null }] : options);
  }
  const texts = others.filter((part) => isAnyText(part) || part.texts.length > 0);
  const named = options.filter(
    ({ value, code }) => texts.length > 0 && typeof value === 'string' && code === undefined,
  );
  const rest = options.filter((option) => !named.includes(option));
  return joined([
    ...(rest.length > 0 ? [choiceOf(rest)] : []),
    ...(texts.length > 0 ? [textOf(name, isText ? [] : parts.filter(isTextual), named)] : []),
    ...others.filter((part) => !texts.includes(part)).map((part) => describePart(context, part, name, depth)),
  ]);
}

function withoutEmptyObject(type: ts.Type): ts.Type {
  if (!type.isIntersection()) return type;
  const [only, ...others] = type.types.filter((part) => !(isObject(part) && part.properties.length === 0));
  return only && others.length === 0 ? only : type;
}

function joined(described: Described[]): Described {
  const controls = described.filter((one): one is Control => typeof one === 'object');
  const distinct = [...new Map(controls.map((control) => [JSON.stringify(control), control])).values()];
  if (distinct.length > 1) return { kind: 'union', of: distinct };
  return distinct[0] ?? described.find((one) => typeof one === 'string') ?? 'type';
}

/** Returns the reason why values of a type have no control. Undefined if such values may have a control. */
function reasonOfType(type: ts.Type, parts: readonly ts.Type[], name: string): WithoutReason | undefined {
  const names = [type, ...parts].flatMap(({ symbol, aliasSymbol }) => [symbol?.name, aliasSymbol?.name]);
  if (names.some((name) => name !== undefined && REFS.includes(name))) return 'ref';
  if (names.includes('CSSProperties')) return 'style';
  const unsafe = parts.filter(({ literal }) => UNSAFE_TAGS.includes(literal));
  const isElement = isTagName(name) || reasonOfName(name) === 'element';
  if (unsafe.length > (isElement ? 0 : 1)) return 'element';
  const unknown = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Instantiable;
  return type.flags & unknown && type.texts.length === 0 ? 'type' : undefined;
}

/** Returns the option for a literal. Empty for any other type, and for an enum's member that the demo cannot refer to. */
function optionOf({ enumCode }: ControlContext, type: ts.Type): Option[] {
  const { literal, symbol } = type;
  if (literal === undefined || typeof literal === 'bigint') return [];
  if (!(type.flags & ts.TypeFlags.EnumLiteral) || typeof literal === 'boolean') return [{ value: literal }];
  const code = symbol && enumCode(symbol);
  return code === undefined ? [] : [{ value: literal, code }];
}

function choiceOf(options: Option[]): Control {
  const isBoolean = options.length === 2 && options.every(({ value }) => typeof value === 'boolean');
  return isBoolean ? { kind: 'boolean' } : { kind: 'choice', options: options.slice(0, MAX_OPTIONS) };
}

function isBoolean(type: ts.Type): boolean {
  return partsOf(type).every(({ literal }) => typeof literal === 'boolean');
}

/** Returns true for `string`, and for `Omit<string, 'a'>`, a trick that keeps the literals in a union. */
function isAnyText({ flags, aliasSymbol, aliasTypeArguments: [first] }: ts.Type): boolean {
  if (flags & ts.TypeFlags.String) return true;
  return aliasSymbol?.name === 'Omit' && first !== undefined && Boolean(first.flags & ts.TypeFlags.String);
}

function isTextual({ literal, texts }: ts.Type): boolean {
  return typeof literal === 'string' || texts.length > 0;
}

/** Returns a text control. `limits` are the only types that the text may have; if empty, any text is valid. */
function textOf(name: string, limits: readonly ts.Type[], named: readonly Option[]): Described {
  const pattern = limits.length > 0 ? joinedPattern(limits) : undefined;
  if (isTagName(name)) return 'element';
  if (limits.length > 0 && pattern === undefined) return 'type';
  const suggestions = named.map(({ value }) => String(value)).slice(0, MAX_OPTIONS);
  return {
    kind: 'text',
    ...(suggestions.length > 0 && { suggestions }),
    ...(pattern !== undefined && { pattern }),
    ...(isUrlName(name) && { isUrl: true as const }),
  };
}

function describePart(context: ControlContext, type: ts.Type, name: string, depth: number): Described {
  const { checker } = context;
  if (type.flags & ts.TypeFlags.Number) return { kind: 'number' };
  if (!isObject(type)) return 'type';
  if (type.constructSignatures.length > 0) return 'preset';
  if (type.callSignatures.length > 0) return depth === 0 && isEvent(type, name) ? { kind: 'event' } : 'preset';
  if (depth >= MAX_DEPTH) return 'type';
  if (checker.isTuple(type)) return describeTuple(context, type, name, depth);
  if (checker.isArray(type)) {
    const [element] = type.typeArguments;
    const item = element ? describeControl(context, element, name, depth + 1) : 'type';
    return typeof item === 'object' ? { kind: 'list', item } : 'preset';
  }
  return describeObject(context, type, depth);
}

/** Describes a tuple. A rest element at the end counts as one item. */
function describeTuple(context: ControlContext, type: ts.Type, name: string, depth: number): Described {
  const items = type.typeArguments.map((item) => describeControl(context, item, name, depth + 1));
  if (!items.every((item) => typeof item === 'object')) return 'preset';
  const fixed = type.properties.filter((property) => /^\d+$/.test(property.name));
  const hasRestInside = items.length - fixed.length > 1;
  const required = hasRestInside ? items.length : fixed.filter((property) => !isOptional(property)).length;
  const lengths = items.map((_, index) => index + 1).filter((length) => length >= required);
  return joined(lengths.map((length) => ({ kind: 'tuple', items: items.slice(0, length) })));
}

function describeObject(context: ControlContext, type: ts.Type, depth: number): Described {
  const { isWellKnown } = context;
  const isPrimitive = type.isIntersection() && !type.types.every(isObject);
  if (isPrimitive || type.isClass()) return 'preset';
  // Example: all properties of a style system.
  if (type.properties.length > MAX_MEMBERS) return 'type';
  const required = type.properties.filter((property) => !isOptional(property));
  const own = type.properties.filter(({ files }) => files.length === 0 || !files.every(isWellKnown));
  const fields: Field[] = [];
  for (const property of new Set([...required, ...own])) {
    const isRequired = required.includes(property);
    if (!isRequired && fields.length >= MAX_FIELDS) break;
    const control = describeField(context, property, { depth: depth + 1 });
    if (typeof control === 'object')
      fields.push({ name: property.name, control, ...(isRequired && { required: true as const }) });
    else if (isRequired) return 'preset';
  }
  return fields.length > 0 ? { kind: 'object', fields } : 'preset';
}

/** Returns true for a function whose result is not used. */
function isEvent({ callSignatures }: ts.Type, name: string): boolean {
  const untyped = ts.TypeFlags.Unknown | ts.TypeFlags.Any;
  return callSignatures.every(({ returnType }) => {
    const parts = partsOf(returnType);
    if (parts.some(({ flags }) => flags & ts.TypeFlags.Void)) return true;
    return parts.every(({ flags }) => flags & ts.TypeFlags.Undefined || (flags & untyped && /^on[A-Z]/.test(name)));
  });
}

/** Returns the regular expression for a string literal or a template literal type. Undefined for types that are too complex. */
function patternOf(type: ts.Type): string | undefined {
  const { literal, texts, flags } = type;
  if (typeof literal === 'bigint') return undefined;
  if (literal !== undefined) return escaped(String(literal));
  if (flags & ts.TypeFlags.String) return ANY_TEXT;
  if (flags & ts.TypeFlags.Number) return '-?\\d+(?:\\.\\d+)?';
  if (flags & ts.TypeFlags.BigInt) return '-?(?:0|[1-9]\\d*)';
  if (texts.length === 0) return undefined;
  const patterns = type.operands.map((operand) => joinedPattern(partsOf(operand)));
  return patterns.includes(undefined)
    ? undefined
    : texts.map((text, index) => escaped(text) + (patterns[index] ?? '')).join('');
}

/** Matches any text. If a pattern contained this more than twice, a text from a URL could take minutes to match. */
const ANY_TEXT = '[^]*';
const MAX_ANY_TEXTS = 2;

/** Returns a regular expression that matches the texts of all given types. Undefined if matching would be too slow. */
function joinedPattern(types: readonly ts.Type[]): string | undefined {
  const patterns = types.map(patternOf);
  if (patterns.includes(undefined) || patterns.join('').split(ANY_TEXT).length - 1 > MAX_ANY_TEXTS) return undefined;
  return patterns.length === 1 && types.every(({ texts }) => texts.length > 0)
    ? patterns[0]
    : `(?:${patterns.join('|')})`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
