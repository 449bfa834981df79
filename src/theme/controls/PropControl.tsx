import { memo, type ReactElement, useId } from 'react';
import type { PlaygroundView } from '../../runtime/index.ts';
import type { Json } from '../../shared/entities.ts';
import { ControlBox } from './ControlBox.tsx';
import { type FieldProps, type FieldSpec, hasKinds, type Message } from './field.ts';
import { KindField, ValueField } from './KindField.tsx';

interface PropControlProps {
  name: string;
  spec: FieldSpec;
  value: Json | undefined;
  note: string | undefined;
  set: PlaygroundView['set'];
  message: Message;
}

/** Rendered again only if its own value or the language changes. */
export const PropControl = memo(function PropControl({ spec, set, ...rest }: PropControlProps): ReactElement {
  const field: FieldProps = { ...rest, ...spec, id: useId(), set: (value) => set(rest.name, value) };
  return <ControlBox {...field}>{hasKinds(spec) ? <KindField {...field} /> : <ValueField {...field} />}</ControlBox>;
});
