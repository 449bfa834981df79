import type { ReactElement } from 'react';
import { ChoiceField } from './ChoiceField.tsx';
import type { FieldProps } from './field.ts';
import { NumberField } from './NumberField.tsx';
import { SwitchField } from './SwitchField.tsx';
import { JsonField, TextField } from './TextField.tsx';

/** Values of other controls are edited as JSON. */
export function SimpleField(field: FieldProps): ReactElement {
  const { control } = field;
  switch (control.kind) {
    case 'choice':
      return <ChoiceField {...field} control={control} />;
    case 'boolean':
    case 'event':
      return <SwitchField {...field} />;
    case 'number':
      return <NumberField {...field} control={control} />;
    case 'text':
    case 'node':
      return <TextField {...field} control={control} />;
    default:
      return <JsonField {...field} />;
  }
}
