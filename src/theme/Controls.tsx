import { type ReactElement, useMemo, useState } from 'react';
import type { PlaygroundView } from '../runtime/index.ts';
import { ownValue } from '../shared/own-value.ts';
import { controlOf, isShownIn, namesOf } from '../shared/playground/states.ts';
import { branchNote } from './controls/branch-note.ts';
import { CallLog } from './controls/CallLog.tsx';
import { ControlActions } from './controls/ControlActions.tsx';
import { kindsOf, type Message } from './controls/field.ts';
import { MoreControls } from './controls/MoreControls.tsx';
import { PropControl } from './controls/PropControl.tsx';
import { Without } from './controls/Without.tsx';

const MAX_SHOWN = 12;

export interface ControlsProps {
  view: PlaygroundView;
  /** Strings are a prop, because the hook for them would move the whole runtime into shared chunks. */
  message: Message;
  lang?: string;
}

export function Controls({ view, message, lang }: ControlsProps): ReactElement {
  const { playground, memory, calls, ignored, set, reset } = view;
  const { schema } = playground;
  const [resets, setResets] = useState(0);
  const specs = useMemo(() => namesOf(schema).map((name) => ({ name, spec: controlOf(schema, name) })), [schema]);
  const shown = specs.filter(({ name }) => isShownIn(memory.state, schema, name));
  const controls = shown.map(({ name, spec }) => ({
    name,
    element: (
      // A reset also removes texts that are not values.
      <PropControl
        key={`${resets} ${name}`}
        name={name}
        spec={spec}
        value={ownValue(memory.state, name)}
        note={branchNote(schema, memory, { name, message })}
        set={set}
        message={message}
      />
    ),
  }));
  const more = controls.slice(MAX_SHOWN);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend
    <div className="controls" role="group" aria-label={message('controls.label')} lang={lang}>
      <div className="demo-controls">{controls.slice(0, MAX_SHOWN).map(({ element }) => element)}</div>
      {more.length > 0 && <MoreControls controls={more} hasFilter={more.length > MAX_SHOWN} message={message} />}
      <div role="status">
        {ignored.length > 0 && (
          <p className="controls-ignored">{message('controls.ignored', { names: ignored.join(', ') })}</p>
        )}
      </div>
      <ControlActions
        view={view}
        reset={() => {
          setResets(resets + 1);
          reset();
        }}
        hasEvents={specs.some(({ spec }) => kindsOf(spec).some(({ control }) => control.kind === 'event'))}
        message={message}
      />
      <CallLog calls={calls} message={message} />
      {schema.without && <Without without={schema.without} message={message} />}
    </div>
  );
}
