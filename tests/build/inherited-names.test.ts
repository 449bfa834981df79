import { describe, expect, it } from 'vitest';
import type { ApiFact, ApiHistory } from '../../src/shared/api-history.ts';
import { versionsFolder } from '../helpers/archived-version.ts';
import { createSite } from '../helpers/build-site.ts';

/** Names that every object inherits, or that change its prototype. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const COMPONENT = 'Widget';

const PROPS = NAMES.map(
  (name) => `  /** Described \`${name}\`. */\n  ${name}?: ${name === 'toString' ? "'a' | 'b'" : 'number'};`,
);
const SOURCE = `import type { ReactNode } from 'react';
interface Options {
${PROPS.join('\n')}
}
export interface WidgetProps extends Options { children?: ReactNode; options?: Options }
export const ${COMPONENT} = (props: WidgetProps) => <b>{props.children}</b>;
${NAMES.map((name) => `export const ${name} = (_props: WidgetProps) => <i>${name}</i>;`).join('\n')}
export interface PlayedProps { constructor?: any; __proto__?: number }
/** No demo uses it, nor its props. */
export const Unused = (_props: WidgetProps) => <u />;
export const isPrototypeOf = (_props: WidgetProps) => <u />;
export const Played = (_props: PlayedProps) => <u />;
export namespace Types { export type constructor = string }
`;
const demo = (name: string): string =>
  `import { ${COMPONENT}, ${name} as Other } from 'kit';\nexport default () => <><${COMPONENT} ${name}={1 as never}>${name}</${COMPONENT}><Other /></>;\n`;

const fact = (name: string, rest: object): ApiFact => ({ name, version: '2.0.0', ...rest }) as ApiFact;
const HISTORY: ApiHistory = {
  format: 1,
  package: 'kit',
  versions: [{ version: '1.0.0' }, { version: '2.0.0' }],
  names: [COMPONENT, ...NAMES, ...NAMES.map((name) => `${name}#children`)].sort(),
  facts: NAMES.map((name) => fact(`${COMPONENT}#${name}`, { change: 'added', to: 'number' })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  ),
};

const FILES: Record<string, string> = {
  'package.json': '{"name": "kit", "version": "2.0.0", "dependencies": {"constructor": "1.0.0"}}',
  'src/index.tsx': SOURCE,
  'docs/api-history.json': JSON.stringify(HISTORY, undefined, 1),
  ...versionsFolder(
    Object.fromEntries(
      NAMES.map((name) => [name.replaceAll('_', ''), { files: { 'index.html': `<h1>${name}</h1>` } }]),
    ),
  ),
  'cascader-docs.config.ts': `export default {
    locales: [{ id: 'en', name: 'English' }, { id: 'toString', name: 'Strings' }, { id: 'valueOf', name: 'Values' }],
    languages: ['en-US', 'toString', 'valueOf'],
    messages: { valueOf: { name: 'V', messages: {} }, toString: { name: 'S', messages: { constructor: 'x' } } },
    language: 'toString',
  };\n`,
  'docs/index.md':
    `# Home\n\n<Widget constructor="1" __proto__="2" />\n\n${NAMES.map((name) => `## \`${name}\`\n\nText of ${name}. :${name}: [${name}]\n\n\`\`\`${name}\ncode\n\`\`\`\n`).join('\n')}\n<constructor>x</constructor>\n\n[to](#constructor) [file](./file.constructor)\n`.replace(
      /<Widget.*\n/,
      '',
    ),
  'docs/file.constructor': 'text',
  'docs/index.toString.md': `# Home in strings\n`,
  'docs/api.md': `# API\n\n${[COMPONENT, 'Unused', 'isPrototypeOf', ...NAMES].map((name) => `<API id="${name}" />\n`).join('\n')}`,
  'docs/demos.md': `# Demos\n\n${NAMES.map((name) => `<code src="../demos/${name}.tsx" id="${name}" ${name}="x"></code>\n`).join('\n')}`,
  'docs/play.md': `# Play\n\n<code src="../demos/play.tsx" id="hasOwnProperty"></code>\n\n<Playground id="Played" />\n`,
  'demos/play.tsx': `import { Played, type PlayedProps } from 'kit';\nexport default (props: PlayedProps) => <Played __proto__={1} {...props} />;\n`,
};
for (const name of NAMES) FILES[`demos/${name}.tsx`] = demo(name);

interface Listed {
  id: string;
  demos: { id: string }[];
  props: { name: string; demos?: string[] }[];
}

const idsOf = (demos: { id: string }[] = []): string[] => demos.map(({ id }) => id).sort();

describe('names that every object inherits', () => {
  it('are usable for exports, props, demos, headings, versions, locales and interface languages', async () => {
    const { exitCode, diagnostics, read, files } = await (await createSite(FILES)).build({ cache: false });
    expect(diagnostics.map(({ code }) => code)).toEqual(['CD115', 'CD115']);
    expect(exitCode).toBe(0);
    const { components } = JSON.parse(await read('components.json')) as { components: Listed[] };
    const usesOf = (id: string) => {
      const found = components.find((component) => component.id === id);
      return { by: idsOf(found?.demos), props: found?.props.map(({ name, demos }) => [name, demos ?? []]) };
    };
    const demos = NAMES.map((name) => `docs-demos-demo-${name.toLowerCase()}`).sort();
    const own = [...NAMES, 'options', 'children'];
    expect(usesOf('Widget').by).toEqual(demos);
    expect(Object.fromEntries(usesOf('Widget').props ?? [])).toMatchObject(
      Object.fromEntries(NAMES.map((name) => [name, [`docs-demos-demo-${name.toLowerCase()}`]])),
    );
    expect(usesOf('Unused')).toEqual({ by: [], props: expect.arrayContaining(own.map((name) => [name, []])) });
    expect(usesOf('isPrototypeOf').by).toEqual([]);
    const api = await read('api/index.html');
    for (const name of NAMES) {
      expect(usesOf(name).by).toEqual([`docs-demos-demo-${name.toLowerCase()}`]);
      expect(api).toContain(`id="api-widget-${name}"`);
      expect(api).toContain(`<p>Described <code>${name}</code>.</p>`);
      expect(await read('index.html')).toMatch(new RegExp(`<h2 id="[^"]+"[^>]*>(?:<[^>]+>)*${name}`));
      expect(files).toContain(`v/${name.replaceAll('_', '')}/index.html`);
      expect(files).toContain(`~demos/docs-demos-demo-${name.toLowerCase()}/index.html`);
    }
    expect(await read('toString/index.html')).toContain('Home in strings');
    expect(await read('valueOf/api/index.html')).toContain('id="api-widget-constructor"');
  });
});
