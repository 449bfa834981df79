import type { ReactElement } from 'react';
import type { Json } from '../../shared/entities.ts';
import type { Control } from '../../shared/playground/schema.ts';
import { firstValue } from '../../shared/playground/values.ts';
import { ControlBox } from './ControlBox.tsx';
import type { FieldProps } from './field.ts';
import { SimpleField } from './SimpleField.tsx';

type Nested = Extract<Control, { kind: 'object' | 'tuple' }>;

/** The first change of an unset value adds its required values. */
export function NestedFields(props: FieldProps<Nested>): ReactElement {
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
