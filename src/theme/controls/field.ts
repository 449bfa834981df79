import type { useMessage } from '../../runtime/index.ts';
import type { Json } from '../../shared/entities.ts';
import type { Control, Option } from '../../shared/playground/schema.ts';

/** Resolves interface strings. Fields receive it as a prop, because the hook would move the whole runtime into shared chunks. */
export type Message = ReturnType<typeof useMessage>;

export interface FieldSpec<C extends Control = Control> {
  control: C;
  presets?: string[];
  required?: boolean;
}

export interface FieldProps<C extends Control = Control> extends FieldSpec<C> {
  name: string;
  /** Id of the main input. The label has the id `<id>-name`, the note about an unset value `<id>-note`. */
  id: string;
  /** Undefined if the field is unset. */
  value: Json | undefined;
  set: (value: Json | undefined) => void;
  /** Text for an unset value. Default: a note that the component uses its default. */
  note?: string | undefined;
  message: Message;
}

/** Kind of value that a reader can choose: a control, or one of the presets. */
export interface ValueKind extends FieldSpec {
  /** Text that is not translated. */
  text?: string;
}

const MAX_SEGMENTS = 4;
const MAX_SEGMENT_CHARACTERS = 24;
const MAX_NESTED_FIELDS = 6;

/** Returns the kinds of values of a field. The reader chooses one first if there are several, or if it is a preset. */
export function kindsOf({ control, presets = [] }: FieldSpec): ValueKind[] {
  const controls = control.kind === 'union' ? control.of : control.kind === 'preset' ? [] : [control];
  return [
    ...controls.map((control) => ({ control, text: isConstant(control) ? constantText(control) : undefined })),
    ...presets.map((text) => ({ control: { kind: 'preset' } as const, presets: [text], text })),
  ];
}

/** Returns true if a kind has a single value, so that it needs no field. */
export function isConstant(control: Control): boolean {
  return control.kind === 'event' || control.kind === 'preset' || (control.kind === 'choice' && !control.options[1]);
}

function constantText(control: Control): string | undefined {
  return control.kind === 'choice' && control.options[0] ? optionText(control.options[0], control.options) : undefined;
}

/** Returns the text of an option. Text is quoted if it is empty or looks like another value. */
export function optionText({ value, code }: Option, options: Option[]): string {
  const text = code ?? String(value);
  const isAmbiguous = options.some((other) => other.value !== value && String(other.value) === text);
  return typeof value === 'string' && !code && (text === '' || isAmbiguous) ? JSON.stringify(value) : text;
}

/** A few short texts fit into the narrowest column. */
export function isSegmented(options: Option[]): boolean {
  const texts = options.map((option) => optionText(option, options));
  return options.length <= MAX_SEGMENTS && texts.join('').length <= MAX_SEGMENT_CHARACTERS;
}

/** The calls of an event without a value are not logged. */
export function isUnset({ control, value, note }: FieldProps): boolean {
  return value === undefined && (control.kind !== 'event' || note !== undefined);
}

export function noteId(field: FieldProps): string | undefined {
  return isUnset(field) ? `${field.id}-note` : undefined;
}

/** Other objects and tuples are edited as JSON. */
export function isNested(control: Control): control is Extract<Control, { kind: 'object' | 'tuple' }> {
  const controls =
    control.kind === 'object'
      ? control.fields.map((field) => field.control)
      : control.kind === 'tuple'
        ? control.items
        : [];
  return (
    controls.length > 0 &&
    controls.length <= MAX_NESTED_FIELDS &&
    controls.every(({ kind }) => ['choice', 'boolean', 'number', 'text', 'node'].includes(kind))
  );
}

export function hasSlider(control: Control): boolean {
  return control.kind === 'number' && control.min !== undefined && control.max !== undefined;
}

/** Returns true if a field consists of several inputs, so that it is a group with a name. */
export function isGroup(spec: FieldSpec): boolean {
  const { control } = spec;
  if (hasKinds(spec)) return !kindsOf(spec).every(({ control }) => isConstant(control));
  if (control.kind === 'choice') return isSegmented(control.options);
  return hasSlider(control) || isNested(control);
}

/** Returns true if the reader chooses the kind of value first. */
export function hasKinds({ control, presets }: FieldSpec): boolean {
  return control.kind === 'union' || control.kind === 'preset' || (presets?.length ?? 0) > 0;
}
