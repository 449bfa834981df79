import { type ReactElement, useState } from 'react';
import type { MessageId } from '../../runtime/index.ts';
import type { Json } from '../../shared/entities.ts';
import type { Control } from '../../shared/playground/schema.ts';
import { accepts, firstValue } from '../../shared/playground/values.ts';
import { ControlBox } from './ControlBox.tsx';
import { type FieldProps, isConstant, isNested, kindsOf, type Message, noteId, type ValueKind } from './field.ts';
import { SimpleField } from './SimpleField.tsx';

const KIND_MESSAGES: Record<Control['kind'], MessageId> = {
  text: 'controls.text',
  node: 'controls.text',
  number: 'controls.number',
  boolean: 'controls.boolean',
  choice: 'controls.choice',
  preset: 'controls.choice',
  union: 'controls.choice',
  object: 'controls.object',
  tuple: 'controls.list',
  list: 'controls.list',
  event: 'controls.log',
};

/** Several kinds may accept a value: the chosen kind is kept as long as it accepts the value. */
export function KindField(field: FieldProps): ReactElement {
  const { name, id, value, set, message } = field;
  const kinds = kindsOf(field);
  const [chosen, setChosen] = useState(-1);
  const isOf = (kind: ValueKind | undefined): boolean =>
    kind !== undefined && value !== undefined && accepts(kind, value);
  const current = isOf(kinds[chosen]) ? chosen : kinds.findIndex(isOf);
  const kind = kinds[current];
  const isAlone = kinds.every(({ control }) => isConstant(control));
  const choose = (index: number): void => {
    setChosen(index);
    set(kinds[index] && firstValue(kinds[index]));
  };
  return (
    <>
      <select
        {...(isAlone ? { id, 'aria-labelledby': `${id}-name` } : { 'aria-label': message('controls.kind', { name }) })}
        aria-describedby={isAlone ? noteId(field) : undefined}
        autoComplete="off"
        value={current}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {!kind && <option value={current} hidden />}
        {kindTexts(kinds, message).map((text, index) => (
          <option key={text} value={index}>
            {text}
          </option>
        ))}
      </select>
      {kind && !isConstant(kind.control) && (
        <ValueField {...field} key={current} control={kind.control} presets={undefined} required />
      )}
    </>
  );
}

export function ValueField(field: FieldProps): ReactElement {
  const { control } = field;
  return isNested(control) ? <NestedFields {...field} control={control} /> : <SimpleField {...field} />;
}

/** Duplicate texts are numbered. */
function kindTexts(kinds: ValueKind[], message: Message): string[] {
  const texts = kinds.map(({ text, control: { kind } }) => text ?? message(KIND_MESSAGES[kind]));
  return texts.map((text, index) => {
    const before = texts.slice(0, index).filter((other) => other === text).length;
    return before > 0 ? `${text} ${before + 1}` : text;
  });
}

type Nested = Extract<Control, { kind: 'object' | 'tuple' }>;

/** The first change of an unset value adds its required values. */
function NestedFields(props: FieldProps<Nested>): ReactElement {
  const { control, id, value, set, message } = props;
  const fields =
    control.kind === 'object'
      ? control.fields.map((field) => ({ ...field, key: field.name }))
      : control.items.map((control, key) => ({ control, key, name: `[${key}]`, required: true }));
  const readValue = (key: string | number): Json | undefined =>
    (value as Record<string | number, Json> | undefined)?.[key];
  return (
    <div className="control-nested">
      {fields.map(({ key, ...field }, index) => {
        const nested: FieldProps = {
          ...field,
          id: `${id}-${index}`,
          value: readValue(key),
          set: (next) => set(withValue(value ?? firstValue({ control }) ?? {}, key, next)),
          message,
        };
        return (
          <ControlBox key={key} {...nested}>
            <SimpleField {...nested} />
          </ControlBox>
        );
      })}
    </div>
  );
}

/** Without a value, the copy omits the key. */
function withValue(container: Json, key: string | number, value: Json | undefined): Json {
  if (Array.isArray(container)) return container.with(Number(key), value ?? null);
  const { [key]: _, ...others } = container as { [key: string]: Json };
  return value === undefined ? others : { ...others, [key]: value };
}
