/**
 * Controls that the build derives from the types of a demo's props, and the demo's text with holes: plain data, part of
 * a page.
 */
import type { Json } from '../entities.ts';

/**
 * Values of props by name; an unset prop has no entry. Events have the value `true`: calls are logged. A preset is
 * `{ preset: 'Star' }`.
 */
export type PlaygroundState = Readonly<Record<string, Json>>;

export interface PresetValue {
  preset: string;
}

/** One value of a choice. */
export interface Option {
  value: string | number | boolean | null;
  /** Source of the value, if it is not the value itself, such as `Size.Large` for a member of an enum. */
  code?: string;
}

/** The values that a control accepts. */
export type Control =
  | { kind: 'choice'; options: Option[] }
  | { kind: 'boolean' }
  | { kind: 'number'; min?: number; max?: number }
  /**
   * - `suggestions`: values that the type names; others are valid too
   * - `pattern`: source of a regular expression that matches the whole text (for a template literal type)
   * - `isUrl`: only relative, `http:` and `https:` URLs
   * - `isLong`: the field has several lines
   */
  | { kind: 'text'; suggestions?: string[]; pattern?: string; isUrl?: true; isLong?: true }
  /** Text that React renders. */
  | { kind: 'node' }
  | { kind: 'object'; fields: Field[] }
  | { kind: 'tuple'; items: Control[] }
  | { kind: 'list'; item: Control }
  /** A function without a return value. Its calls are logged. */
  | { kind: 'event' }
  /** Only presets. */
  | { kind: 'preset' }
  /** Values of different kinds: the reader chooses the kind first. */
  | { kind: 'union'; of: Control[] };

/** A prop, or a field of an object. */
export interface Field {
  name: string;
  control: Control;
  required?: true;
}

/** A prop with one of its types. */
export interface PropSchema extends Field {
  /** Names of the author's presets. */
  presets?: string[];
  /** The control is shown only in states that meet this condition. */
  when?: ShownIf;
}

/** Condition on the value of a prop. Without a test, the value must be truthy. */
export interface ShownIf {
  arg: string;
  truthy?: boolean;
  exists?: boolean;
  eq?: Json;
  neq?: Json;
}

/** Why a prop has no control. */
export type WithoutReason =
  /** Style or class name. */
  | 'style'
  /** Replaces the element or parts of it: `as`, `component`, slots. */
  | 'element'
  | 'ref'
  /** HTML that the browser would run. */
  | 'html'
  /** A function with a result, an element or another value that needs a preset. */
  | 'preset'
  /** `any`, a type parameter, or a type that is not described this deeply. */
  | 'type'
  /** The demo sets it. */
  | 'demo'
  /** `value`, which has a `defaultValue`. */
  | 'controlled'
  /** The compiler accepts none of its values here. */
  | 'refused';

export interface PlaygroundSchema {
  /**
   * Distinct props, in the order of the controls. A name occurs several times, one after another, if its type differs
   * between branches.
   */
  props: PropSchema[];
  /** Props that all branches have, as indices into `props`. */
  shared: number[];
  /** The other props of each branch: of a union's member, an overload, or a type argument. At least one branch. */
  branches: number[][];
  /** Props without a control. */
  without?: [name: string, reason: WithoutReason][];
}

export interface PresetSource {
  code: string;
}

/** A position in the text of a demo that the state fills. */
export type Hole =
  /**
   * Attributes of an element, instead of `{...props}`: each as ` name="value"`. `names`: the props of this place. With
   * `indent`, which starts with a line break, it separates the attributes; otherwise a space does, unless the line
   * becomes too long. `as`: name of the attribute, if it is not that of the only prop.
   */
  | { kind: 'attributes'; names: string[]; indent?: string; as?: string }
  /**
   * End of an element without children: ` />`, or `>children</Tag>` if `children` is set.
   */
  | { kind: 'close'; tag: string }
  /** A prop as JSX child. Empty if the prop is unset. */
  | { kind: 'child'; name: string }
  /**
   * An import with names that only presets or enums use. The whole line disappears if no name is left. `names` are
   * written as in the source; `uses` of a name: `prop.preset` for each preset that uses it. A name without `uses` stays.
   */
  | {
      kind: 'import';
      isType?: true;
      standard?: ImportedName;
      namespace?: ImportedName;
      names: ImportedName[];
      from: string;
    };

export interface ImportedName {
  text: string;
  uses?: string[];
}

/** The text of a demo's entry. */
export interface Template {
  parts: (string | Hole)[];
  /** Sources of the presets, by prop and name. */
  presets?: Record<string, Record<string, PresetSource>>;
}

/** Everything about a playground. */
export interface Playground {
  /** Name in the URL: `?name.prop=value`. */
  name: string;
  schema: PlaygroundSchema;
  template: Template;
  /** State that the demo has without props. */
  initial: PlaygroundState;
  /** Why there are no controls, and what the author can do. The problem is shown instead of the demo. */
  problem?: PlaygroundProblem;
}

/** Texts for the author of a playground, in which code is in backticks. */
export interface PlaygroundProblem {
  cause: string;
  fixes: string[];
}

/** Document event that sets the state of a playground, for tools: its detail is a {@link StateRequest}. */
export const STATE_EVENT = 'cascader-docs:state';

export interface StateRequest {
  id: string;
  state: PlaygroundState;
}
