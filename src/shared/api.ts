/**
 * What is known of a library's exports from its types: rows of API tables, and data for tools. Plain data: every value
 * here can be written as JSON, and no path in it is absolute.
 */

/** Where something is declared. */
export interface ApiSource {
  /**
   * With forward slashes: relative to the project's root for a file of the project, else to the folder of the package
   * that declares it.
   */
  file: string;
  /** From 1. */
  line: number;
}

/** What tags of a doc comment say about the state of a thing. */
export interface ApiTags {
  /** From `@alpha`, `@beta`, `@experimental`. */
  release?: 'alpha' | 'beta' | 'experimental';
  /** What `@deprecated` says (Markdown), or true when it says nothing. */
  deprecated?: string | true;
  /** From `@since`, such as `1.4.0`. */
  since?: string;
}

/** A type that is named in the text of another. */
export interface ApiReference {
  /** As in the text, such as `FieldNames`. */
  name: string;
  /** Package that declares it. */
  origin: string;
  source: ApiSource;
}

/** A row of an API table: a prop, a member of a type, a parameter of a function. */
export interface ApiProp extends ApiTags {
  /** Such as `onChange`, `aria-label`, or `[key: string]` for an index signature. */
  name: string;
  /** Markdown; empty without a doc comment. */
  description: string;
  /** As the compiler prints it; without `undefined` where the prop is optional. */
  type: string;
  /**
   * The same as an author would write it: with `ReactNode` by its name, where `type` has its members one by one, and
   * without type arguments that are written nowhere.
   */
  shortType?: string;
  /**
   * What may be passed where the export is used without type arguments, such as `string[] | string[][]`, where `type` names
   * type parameters.
   */
  plainType?: string;
  /** As source text, strings in double quotes as in `type`; absent when there is none or it cannot be told. */
  default?: string;
  required: boolean;
  /** Package that declares it, such as `@types/react`. */
  origin: string;
  /** It is a callback: named `on…`, and a function. */
  isEvent: boolean;
  /** It is something to render: React nodes, or a function that returns them. */
  isSlot: boolean;
  /** Marked `@private`: there, but not for use. */
  private?: true;
  /** Members of an object, or of the elements of an array, down to a bounded depth. */
  children?: ApiProp[];
  /** Named types in `plainType`, and in `shortType` or else `type`, without those of TypeScript's own libraries. */
  references?: ApiReference[];
  /** Absent where no declaration is its own, as for the members of a `Record`. */
  source?: ApiSource;
}

/** A type parameter of a generic component, function or type. */
export interface ApiTypeParameter {
  name: string;
  constraint?: string;
  default?: string;
}

/** `type` is an interface, a type alias or a class that is no component. */
export type ApiKind = 'component' | 'function' | 'type' | 'enum' | 'constant';

/** An export of a library: a component above all, but also what its props are made of. */
export interface ApiComponent extends ApiTags {
  /** Name of the export, such as `Cascader`, or of a part of it, such as `Cascader.Panel`. */
  id: string;
  /** Other names: `default`, the `displayName`, the name of the component within `forwardRef` or `memo`. */
  aliases?: string[];
  /** It is imported without braces: the default export, or a part of that. */
  isDefault?: true;
  /** Package that exports it, where a site documents several. */
  package?: string;
  /** Last part of the id. */
  name: string;
  /** Markdown; empty without a doc comment. */
  description: string;
  kind: ApiKind;
  source: ApiSource;
  /**
   * Props of a component, members of a type or an enum, parameters of a function: those that the library declares, in
   * the order of their declarations, then inherited ones by origin, React's last.
   */
  props: ApiProp[];
  /** What a ref to the component holds, without the members of DOM elements. */
  handle?: ApiProp[];
  /** Type of what a ref to the component holds, such as `CascaderRef` or `HTMLDivElement`. */
  refType?: string;
  /** Signatures of a function, one a line; the type of a constant; what a type alias stands for. */
  type?: string;
  typeParameters?: ApiTypeParameter[];
}
