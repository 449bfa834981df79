import { didYouMean, inTicks } from '../did-you-mean.ts';
import type { CodeEntry, CodeExample } from './entry.ts';

const demo = (code: string): CodeExample => ({
  files: {
    'docs/index.md': '# Page\n\n<code src="../demos/button.tsx"></code>\n',
    'demos/button.tsx': code,
  },
});

/** Maximum number of props that a message names, starting with those that have similar names. */
const MOST_NAMED = 8;

const USES =
  'Spread the props onto one element, `<Button {...props}>`, or use destructured props as attributes or children.';

export const PLAYGROUNDS = {
  CD830: {
    name: 'unsupported-props-use',
    example: demo(
      '/** props: size */\nexport default function Demo(props: { size?: "s" | "l" }) {\n  return <p>{JSON.stringify(props)}</p>;\n}\n',
    ),
    message: {
      unused: () => ({ text: 'The demo does not use its props, so it has no controls', notes: [USES] }),
      twice: () => ({ text: 'The demo uses its props in several places, so it has no controls', notes: [USES] }),
      'other-use': () => ({
        text: 'The demo has no controls, because controls do not support this use of its props',
        notes: [USES],
      }),
    },
  },
  CD831: {
    name: 'unknown-props-type',
    example: demo('/** props: size */\nexport default function Demo(props: any) {\n  return <p>{props.size}</p>;\n}\n'),
    message: () => ({
      text: 'The types of these props are unknown, so there are no controls',
      notes: ['Give the parameter a type: `(props: ButtonProps)`.'],
    }),
  },
  CD832: {
    name: 'unknown-playground-component',
    example: { when: '`<Playground id="Buton" />` for a library that exports `Button`' },
    message: ({ id, nearest }: { id: string; nearest?: string | undefined }) => ({
      text: `The library exports no component \`${id}\`${didYouMean(nearest)}`,
      notes: [
        'The `id` is the name of the export, such as `Button` or `Tabs.Root`.',
        'For a default export, embed a demo with props instead.',
      ],
    }),
  },
  CD833: {
    name: 'unknown-playground-prop',
    example: demo(
      '/** props: sise */\nexport default function Demo({ size }: { size?: "s" | "l" }) {\n  return <p className={size}>Text</p>;\n}\n',
    ),
    message: ({ name, nearest, own }: { name: string; nearest: string | undefined; own: string[] }) => ({
      text: `Unknown prop \`${name}\`${didYouMean(nearest)}`,
      notes: own.length > 0 ? [`The component's own props: ${own.slice(0, MOST_NAMED).map(inTicks).join(', ')}.`] : [],
    }),
  },
  CD834: {
    name: 'missing-playground-prop',
    severity: 'warning',
    example: demo(
      'export default function Demo({ size }: { size: "s" | "l" }) {\n  return <p className={size}>Text</p>;\n}\n',
    ),
    message: ({ missing, isTag }: { missing: string[]; isTag: boolean }) => ({
      text: `The controls need an initial value for ${missing.map(inTicks).join(', ')}`,
      notes: isTag
        ? [
            `Add it: \`initial='{${missing.map((name) => `${JSON.stringify(name)}: …`).join(', ')}}'\`.`,
            'If the value cannot be written as JSON, embed a demo with props instead.',
          ]
        : [`Give it a default value: \`({ ${missing.map((name) => `${name} = …`).join(', ')}, ...props })\`.`],
    }),
  },
  CD835: {
    name: 'invalid-playground-state',
    example: { when: '`<Playground id="Button" initial=\'{"size": 3}\' />`, where `size` is a string' },
    message: {
      values: ({ reason }: { reason: string }) => ({
        text: reason
          ? `There are no controls, because the compiler rejects the initial values: ${reason}`
          : 'There are no controls, because the initial values are not valid together',
        notes: ['Correct `initial`, or the attributes before `{...props}`.'],
      }),
      react: () => ({
        text: 'There are no controls, because the React types are not installed',
        notes: ['Install them: `npm install --save-dev @types/react`.'],
      }),
    },
  },
  CD836: {
    name: 'many-prop-branches',
    severity: 'warning',
    example: { when: 'props whose type is a union of more than 64 object types' },
    message: ({ count }: { count: number }) => ({
      text: `The props have ${count} combinations of types, so there are controls only for the props that all combinations share`,
      notes: ['Give the parameter a narrower type.'],
    }),
  },
  CD837: {
    name: 'refused-playground-values',
    severity: 'info',
    example: { when: 'a prop with a value that conflicts with another prop, which the demo sets' },
    message: ({ refused }: { refused: { value: string; reason: string }[] }) => ({
      text: `The controls do not offer ${refused.map(({ value }) => inTicks(value)).join(', ')}`,
      notes: [`The compiler reports: ${refused[0]?.reason ?? ''}.`],
    }),
  },
  CD838: {
    name: 'invalid-playground-tag',
    example: { page: '# Page\n\n<Playground initial="{}" />\n' },
    message: {
      id: () => ({ text: '`<Playground>` needs an `id`', notes: ['Write `<Playground id="Button" />`.'] }),
      name: ({ id }: { id: string }) => ({
        text: `The \`id\` of \`<Playground>\` must be the name of an export, not \`${id}\``,
        notes: [
          'Write `<Playground id="Button" />`, or `<Playground id="Tabs.Root" />`.',
          'For a default export, embed a demo with props instead.',
        ],
      }),
      initial: ({ reason }: { reason: string }) => ({
        text: `\`initial\` must be a JSON object: ${reason}`,
        notes: ['Write `initial=\'{"children": "Save"}\'`.'],
      }),
      types: () => ({
        text: '`<Playground>` needs types, which `apiParser: false` turns off',
        notes: ['Remove `apiParser: false` from the configuration, or embed a demo instead.'],
      }),
      library: ({ names }: { names: string[] }) => ({
        text:
          names.length > 0
            ? '`<Playground>` needs the `package` of the component, because the site documents several packages'
            : '`<Playground>` needs a documented library, but the site documents no library',
        notes: [names.length > 0 ? `Add \`package="${names[0]}"\`.` : 'Set `library` in the configuration.'],
      }),
    },
  },
  CD839: {
    name: 'duplicate-playground-name',
    example: { page: '# Page\n\n<Playground id="Button" />\n\n<Playground id="Button" />\n' },
    message: ({ name }: { name: string }) => ({
      text: `Two playgrounds on this page have the name \`${name}\``,
      notes: ['Give one of them another name: `<Playground name="other" … />`.'],
    }),
  },
  CD845: {
    name: 'idle-playground-prop',
    severity: 'warning',
    example: demo(
      '/** props: lang title */\nexport default function Demo(props: { lang?: "en" | "de"; title?: string }) {\n  return <p {...props} title={String(1)} />;\n}\n',
    ),
    message: ({ name, reason }: { name: string; reason: string | undefined }) => ({
      text: `The listed prop \`${name}\` has no control`,
      notes:
        reason === 'demo'
          ? [`The demo sets this prop. Destructure it with a default value instead: \`({ ${name} = …, ...props })\`.`]
          : ['Add a preset with `defineControls`, or remove the prop from the list.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
