/** Exports of a library as read from its types, for API tables and data files. Plain JSON data without absolute paths. */

/** Package of React's types, which declare the DOM attributes. */
export const REACT_TYPES = '@types/react';

/** Location of a declaration. */
export interface ApiSource {
  /**
   * Path with forward slashes, relative to the project root, or for package files to the folder of the package that
   * declares it.
   */
  file: string;
  /** From 1. */
  line: number;
}

/** Release tags of a doc comment. */
export interface ApiTags {
  /** From `@alpha`, `@beta`, `@experimental`. */
  release?: 'alpha' | 'beta' | 'experimental';
  /** Markdown text of `@deprecated`, or true if it has none. */
  deprecated?: string | true;
  /** From `@since`, such as `1.4.0`. */
  since?: string;
}

/** A named type in the text of another type. */
export interface ApiReference {
  /** Name in the text, such as `FieldNames`. */
  name: string;
  /** Package that declares the type. */
  origin: string;
  source: ApiSource;
}

/** A row of an API table: a prop, a member of a type, a parameter of a function. */
export interface ApiProp extends ApiTags {
  /** Name, such as `onChange`, `aria-label`, or `[key: string]` for an index signature. */
  name: string;
  /** Markdown; empty without a doc comment. */
  description: string;
  /** Type as the compiler prints it; without `undefined` if the prop is optional. */
  type: string;
  /**
   * Type as a developer would write it: with `ReactNode` by name, where `type` lists all its members, and without
   * implicit type arguments.
   */
  shortType?: string;
  /**
   * Accepted type if the export is used without type arguments, such as `string[] | string[][]`, if `type` contains
   * type parameters.
   */
  plainType?: string;
  /** Default value as source text, with strings in double quotes as in `type`; absent if there is none or it is unknown. */
  default?: string;
  required: boolean;
  /** Package that declares the prop, such as `@types/react`. */
  origin: string;
  /** True for a callback: a function with a name that starts with `on`. */
  isEvent: boolean;
  /** True for content to render: React nodes, or a function that returns them. */
  isSlot: boolean;
  /** Marked `@private`: not intended for users. */
  private?: true;
  /** Members of an object type, or of an array's element type, up to a limited depth. */
  children?: ApiProp[];
  /** Named types in `plainType` and `shortType` (or else `type`), without those of TypeScript's built-in libraries. */
  references?: ApiReference[];
  /** Absent if the prop has no declaration, as for members of a `Record`. */
  source?: ApiSource;
}

/** A type parameter of a generic component, function or type. */
export interface ApiTypeParameter {
  name: string;
  constraint?: string;
  default?: string;
}

/** `type` includes interfaces, type aliases, and classes that are not components. */
export type ApiKind = 'component' | 'function' | 'type' | 'enum' | 'constant';

/** An export of a library, usually a component or a type of its props. */
export interface ApiComponent extends ApiTags {
  /** Name of the export, such as `Cascader`, or of one of its members, such as `Cascader.Panel`. */
  id: string;
  /** Other names: `default`, the `displayName`, and the name of the component inside `forwardRef` or `memo`. */
  aliases?: string[];
  /** True if it is imported without braces: the default export, or a member of it. */
  isDefault?: true;
  /** Package that exports it, if the site documents several. */
  package?: string;
  /** Last part of the id. */
  name: string;
  /** Markdown; empty without a doc comment. */
  description: string;
  kind: ApiKind;
  source: ApiSource;
  /**
   * Props of a component, members of a type or an enum, or parameters of a function. The library's own rows come first,
   * in order of declaration. Inherited rows follow, grouped by origin, with React last.
   */
  props: ApiProp[];
  /** Members of the component's ref, without those of DOM elements. */
  handle?: ApiProp[];
  /** Type of the component's ref, such as `CascaderRef` or `HTMLDivElement`. */
  refType?: string;
  /** Signatures of a function (one per line), type of a constant, or definition of a type alias. */
  type?: string;
  /** `type` as a developer would write it, as in {@link ApiProp}. */
  shortType?: string;
  /** Markdown of `@returns`, for a function. */
  returns?: string;
  /** Markdown of each `@example`. */
  examples?: string[];
  typeParameters?: ApiTypeParameter[];
}
