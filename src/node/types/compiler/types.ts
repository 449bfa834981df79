/** Objects that represent the compiler's objects. Each query to the compiler is sent only once. */
import {
  type NodeHandle,
  ObjectFlags,
  type Checker as RawChecker,
  type Signature as RawSignature,
  type Symbol as RawSymbol,
  type Type as RawType,
  type TypeParameter as RawTypeParameter,
  type TypeReference as RawTypeReference,
  SignatureKind,
  SymbolFlags,
  TypeFlags,
} from 'typescript/unstable/sync';
import { remember } from './memo.ts';
import type { Declaration } from './syntax.ts';

export { SymbolFlags, TypeFlags };

/** Maps each of the compiler's objects to the same object every time. */
export class Entities {
  readonly raw: RawChecker;
  /** Returns the name of a file for the compiler's path, which is lower-case on systems that ignore case. */
  readonly fileName: (path: string) => string;
  readonly #types = new Map<RawType, Type>();
  readonly #symbols = new Map<RawSymbol, CheckedSymbol>();
  readonly #signatures = new Map<RawSignature, Signature>();

  constructor(raw: RawChecker, fileName: (path: string) => string) {
    this.raw = raw;
    this.fileName = fileName;
  }

  type(raw: RawType): Type {
    return remember(this.#types, raw, () => new Type(raw, this));
  }

  symbol(raw: RawSymbol): CheckedSymbol {
    return remember(this.#symbols, raw, () => new CheckedSymbol(raw, this));
  }

  signature(raw: RawSignature): Signature {
    return remember(this.#signatures, raw, () => new Signature(raw, this));
  }
}

/** A type. While its program is open, the same type is always represented by the same object. */
export class Type {
  readonly raw: RawType;
  readonly id: number;
  readonly flags: TypeFlags;
  readonly #of: Entities;
  #parts: readonly Type[] | undefined;
  #properties: readonly CheckedSymbol[] | undefined;
  #calls: readonly Signature[] | undefined;
  #constructs: readonly Signature[] | undefined;
  #bases: readonly Type[] | undefined;
  #arguments: readonly Type[] | undefined;
  readonly #named = new Map<string, CheckedSymbol | undefined>();

  constructor(raw: RawType, of: Entities) {
    this.raw = raw;
    this.id = raw.id;
    this.flags = raw.flags;
    this.#of = of;
  }

  get symbol(): CheckedSymbol | undefined {
    const raw = this.raw.getSymbol();
    return raw && this.#of.symbol(raw);
  }

  get aliasSymbol(): CheckedSymbol | undefined {
    const raw = this.raw.getAliasSymbol();
    return raw && this.#of.symbol(raw);
  }

  get aliasTypeArguments(): readonly Type[] {
    return this.raw.getAliasTypeArguments().map((one) => this.#of.type(one));
  }

  /** Constituents of a union or an intersection. Empty for any other type. */
  get types(): readonly Type[] {
    this.#parts ??= this.raw.isUnionType() || this.raw.isIntersectionType() ? this.#all(this.raw.getTypes()) : [];
    return this.#parts;
  }

  /** Arguments of a reference to a generic type, such as `string` for `Array<string>`. */
  get typeArguments(): readonly Type[] {
    this.#arguments ??= this.isReference()
      ? this.#all(this.#of.raw.getTypeArguments(this.raw as RawTypeReference))
      : [];
    return this.#arguments;
  }

  get properties(): readonly CheckedSymbol[] {
    this.#properties ??= this.#of.raw.getPropertiesOfType(this.raw).map((one) => this.#of.symbol(one));
    return this.#properties;
  }

  loadProperties(): void {
    const { raw } = this.#of;
    const symbols = this.properties.filter((one) => !one.isLoaded);
    if (symbols.length === 0) return;
    raw.getTypeOfSymbol(symbols.map((one) => one.raw)).forEach((type, index) => {
      symbols[index]?.setType(this.#of.type(type ?? raw.getAnyType()));
    });
  }

  /** Name of a built-in type, such as `string`. */
  get intrinsicName(): string | undefined {
    return this.flags & PLAIN && this.raw.isIntrinsicType() ? this.raw.intrinsicName : undefined;
  }

  /** Value of a literal type, such as `"small"`. Undefined for any other type. */
  get literal(): string | number | boolean | bigint | undefined {
    return this.flags & LITERAL && this.raw.isLiteralType() ? this.raw.value : undefined;
  }

  /** Texts around the types in a template literal type. Empty for any other type. */
  get texts(): readonly string[] {
    return this.raw.isTemplateLiteralType() ? this.raw.texts : [];
  }

  get callSignatures(): readonly Signature[] {
    this.#calls ??= this.#signaturesOf(SignatureKind.Call);
    return this.#calls;
  }

  get constructSignatures(): readonly Signature[] {
    this.#constructs ??= this.#signaturesOf(SignatureKind.Construct);
    return this.#constructs;
  }

  /** Types that a computed type contains, such as `T` and `K` for `T[K]`. */
  get operands(): readonly Type[] {
    const { raw } = this;
    if (raw.isIndexedAccessType()) return this.#all([raw.getObjectType(), raw.getIndexType()]);
    if (raw.isIndexType() || raw.isStringMappingType()) return this.#all([raw.getTarget()]);
    if (raw.isTemplateLiteralType()) return this.#all(raw.getTypes());
    return raw.isConditionalType()
      ? this.#all([raw.getCheckType(), raw.getExtendsType(), raw.getTrueType(), raw.getFalseType()])
      : [];
  }

  get baseTypes(): readonly Type[] {
    this.#bases ??= this.#all(this.raw.getBaseTypes() ?? []);
    return this.#bases;
  }

  property(name: string): CheckedSymbol | undefined {
    if (!(this.flags & STRUCTURED)) return undefined;
    if (!this.#named.has(name)) {
      const raw = this.#of.raw.getPropertyOfType(this.raw, name);
      this.#named.set(name, raw && this.#of.symbol(raw));
    }
    return this.#named.get(name);
  }

  isUnion(): boolean {
    return this.raw.isUnionType();
  }

  isIntersection(): boolean {
    return this.raw.isIntersectionType();
  }

  isClassOrInterface(): boolean {
    return this.raw.isClassOrInterface();
  }

  isClass(): boolean {
    return this.raw.isObjectType() && Boolean(this.raw.objectFlags & ObjectFlags.Class);
  }

  /** Returns true for a generic type with arguments. All arrays and tuples are such types. */
  isReference(): boolean {
    return this.raw.isObjectType() && Boolean(this.raw.objectFlags & ObjectFlags.Reference);
  }

  #signaturesOf(kind: SignatureKind): readonly Signature[] {
    if (!(this.flags & STRUCTURED)) return [];
    return this.#of.raw.getSignaturesOfType(this.raw, kind).map((one) => this.#of.signature(one));
  }

  #all(types: readonly RawType[]): readonly Type[] {
    return types.map((one) => this.#of.type(one));
  }
}

export class CheckedSymbol {
  readonly raw: RawSymbol;
  readonly name: string;
  readonly flags: SymbolFlags;
  readonly #of: Entities;
  #declarations: readonly Declaration[] | undefined;
  #type: Type | undefined;

  constructor(raw: RawSymbol, of: Entities) {
    this.raw = raw;
    this.name = raw.name;
    this.flags = raw.flags;
    this.#of = of;
  }

  get declarations(): readonly Declaration[] {
    this.#declarations ??= this.raw.declarations.flatMap((handle) => nodeOf(handle) ?? []);
    return this.#declarations;
  }

  /** Files that contain the declarations. Reading this property does not load any declarations. */
  get files(): readonly string[] {
    return this.raw.declarations.map(({ path }) => this.#of.fileName(path));
  }

  get valueDeclaration(): Declaration | undefined {
    return this.raw.valueDeclaration && nodeOf(this.raw.valueDeclaration);
  }

  get parent(): CheckedSymbol | undefined {
    const raw = this.raw.getParent();
    return raw && this.#of.symbol(raw);
  }

  get isLoaded(): boolean {
    return this.#type !== undefined;
  }

  setType(type: Type): void {
    this.#type = type;
  }

  get type(): Type {
    this.#type ??= this.#of.type(this.#of.raw.getTypeOfSymbol(this.raw) ?? this.#of.raw.getAnyType());
    return this.#type;
  }
}

export class Signature {
  readonly raw: RawSignature;
  readonly #of: Entities;
  #parameters: readonly CheckedSymbol[] | undefined;
  #returnType: Type | undefined;

  constructor(raw: RawSignature, of: Entities) {
    this.raw = raw;
    this.#of = of;
  }

  get parameters(): readonly CheckedSymbol[] {
    this.#parameters ??= this.raw.getParameters().map((one) => this.#of.symbol(one));
    return this.#parameters;
  }

  get declaration(): Declaration | undefined {
    return this.raw.declaration && nodeOf(this.raw.declaration);
  }

  get typeParameters(): readonly Type[] {
    return this.raw.getTypeParameters().map((one: RawTypeParameter) => this.#of.type(one));
  }

  get returnType(): Type {
    this.#returnType ??= this.#of.type(this.#of.raw.getReturnTypeOfSignature(this.raw) ?? this.#of.raw.getAnyType());
    return this.#returnType;
  }
}

const PLAIN =
  TypeFlags.String |
  TypeFlags.Number |
  TypeFlags.Boolean |
  TypeFlags.BigInt |
  TypeFlags.ESSymbol |
  TypeFlags.Void |
  TypeFlags.Unknown |
  TypeFlags.Never;
const LITERAL = TypeFlags.StringLiteral | TypeFlags.NumberLiteral | TypeFlags.BooleanLiteral | TypeFlags.BigIntLiteral;
const STRUCTURED = TypeFlags.Object | TypeFlags.UnionOrIntersection | TypeFlags.Instantiable;

function nodeOf(handle: NodeHandle): Declaration | undefined {
  return handle.resolve() as Declaration | undefined;
}
