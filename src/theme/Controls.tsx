import { memo, type ReactElement, useId, useMemo, useState } from 'react';
import type { PlaygroundView } from '../runtime/index.ts';
import type { Json } from '../shared/entities.ts';
import { ownValue } from '../shared/own-value.ts';
import type { PlaygroundSchema } from '../shared/playground/schema.ts';
import { controlOf, isShownIn, namesOf, needsOf, type PlaygroundMemory } from '../shared/playground/states.ts';
import { partsOf, presetOf } from '../shared/playground/values.ts';
import { ControlBox } from './controls/ControlBox.tsx';
import { type FieldProps, type FieldSpec, hasKinds, kindsOf, type Message, optionText } from './controls/field.ts';
import { KindField, ValueField } from './controls/KindField.tsx';

interface PropControlProps {
  name: string;
  spec: FieldSpec;
  value: Json | undefined;
  note: string | undefined;
  set: PlaygroundView['set'];
  message: Message;
}

/** Rendered again only if its own value or the language changes. */
const PropControl = memo(function PropControl({ spec, set, ...rest }: PropControlProps): ReactElement {
  const field: FieldProps = { ...rest, ...spec, id: useId(), set: (value) => set(rest.name, value) };
  return <ControlBox {...field}>{hasKinds(spec) ? <KindField {...field} /> : <ValueField {...field} />}</ControlBox>;
});

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

/** Returns the requirement of a prop of another branch, such as "with kind link"; undefined for a prop of the current branch. */
function branchNote(
  schema: PlaygroundSchema,
  memory: PlaygroundMemory,
  { name, message }: { name: string; message: Message },
): string | undefined {
  const needs = needsOf(schema, memory, name);
  if (!needs) return undefined;
  const values = needs.values.map(([prop, value]) => {
    const options = partsOf(prop.control).flatMap((part) => (part.kind === 'choice' ? part.options : []));
    const option = options.find((one) => one.value === value);
    if (value === true) return prop.name;
    return `${prop.name} ${presetOf(prop, value) ?? (option ? optionText(option, options) : value)}`;
  });
  if (values.length > 0) return message('controls.with', { values: values.join(', ') });
  return needs.lost.length > 0 ? message('controls.instead', { names: needs.lost.join(', ') }) : undefined;
}

/** Calls are not announced, because there may be many per second. */
function CallLog({ calls, message }: { calls: PlaygroundView['calls']; message: Message }): ReactElement | null {
  if (calls.length === 0) return null;
  return (
    <div
      className="controls-log"
      role="log"
      aria-live="off"
      aria-label={message('controls.calls', { count: calls.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the element scrolls, so it must be focusable
      tabIndex={0}
    >
      <ol dir="ltr">
        {calls.map(({ id, name, text }) => (
          <li key={id}>
            <strong>{name}</strong> {text}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface WithoutProps {
  without: NonNullable<PlaygroundSchema['without']>;
  message: Message;
}

function Without({ without, message }: WithoutProps): ReactElement {
  const reasons = [...new Set(without.map(([, reason]) => reason))];
  return (
    <details className="controls-without">
      <summary>{message('controls.without', { count: without.length })}</summary>
      <dl>
        {reasons.map((reason) => (
          <div key={reason}>
            <dt>{message(`controls.without.${reason}`)}</dt>
            <dd>
              {without
                .filter(([, other]) => other === reason)
                .map(([name]) => name)
                .join(', ')}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface ControlActionsProps {
  view: PlaygroundView;
  reset: () => void;
  hasEvents: boolean;
  message: Message;
}

/** Uses `aria-disabled`, so that an action without effect keeps the focus. */
function ControlActions({ view, reset, hasEvents, message }: ControlActionsProps): ReactElement {
  const { calls, search, copyLink, clearCalls } = view;
  const isChanged = search !== '';
  return (
    <div className="controls-bar">
      <button type="button" className="small-button" aria-disabled={!isChanged} onClick={isChanged ? reset : undefined}>
        {message('demo.reset')}
      </button>
      <button type="button" className="small-button" onClick={({ currentTarget }) => copyLink(currentTarget)}>
        {message('demo.share')}
      </button>
      {hasEvents && (
        <div className="controls-calls">
          <span>{message('controls.calls', { count: calls.length })}</span>
          <button type="button" className="small-button" aria-disabled={calls.length === 0} onClick={clearCalls}>
            {message('controls.clear')}
          </button>
        </div>
      )}
    </div>
  );
}

interface MoreControlsProps {
  controls: { name: string; element: ReactElement }[];
  hasFilter: boolean;
  message: Message;
}

function MoreControls({ controls, hasFilter, message }: MoreControlsProps): ReactElement {
  const id = useId();
  const [text, setText] = useState('');
  const found = controls.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <details className="controls-more">
      <summary>{message('controls.more', { count: controls.length })}</summary>
      {hasFilter && (
        <div className="controls-filter">
          <label htmlFor={id}>{message('controls.filter')}</label>
          <input
            type="search"
            id={id}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <span role="status">{text && `${found.length} / ${controls.length}`}</span>
        </div>
      )}
      <div className="demo-controls">{found.map(({ element }) => element)}</div>
    </details>
  );
}
