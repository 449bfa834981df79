import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSite, listFiles, type TestSite } from '../helpers/build-site.ts';
import { configOf, KIT, packText } from '../helpers/packed-library.ts';

describe('the documentation that pack writes', () => {
  let site: TestSite;
  let folder = '';
  const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');

  beforeAll(async () => {
    site = await createSite({ ...KIT, ...configOf("pack: { exclude: ['/blog*'] }") });
    folder = path.join(site.root, 'skills/acme-kit');
    expect(await packText(site)).toEqual({ text: '', exitCode: 0 });
  });

  it('consists of pages, demos, data and entry points', async () => {
    expect(await listFiles(folder)).toEqual([
      '.cascader-docs',
      'SKILL.md',
      'api-history.json',
      'components.json',
      'demos/basic.tsx',
      'demos/docs-button-demo-0.tsx',
      'demos/loud.tsx',
      'demos/shared/label.ts',
      'llms.txt',
      'pack.json',
      'references/button.md',
      'references/guide/start.md',
      'references/index.md',
      'references/~changes.md',
      'references/~changes/1.md',
    ]);
    expect(read('SKILL.md')).toMatchInlineSnapshot(`
      "---
      name: acme-kit
      description: "Documentation of @acme/kit 2.1.0: properties, examples and changes. Buttons that press back. Use when code imports @acme/kit."
      metadata:
        package: "@acme/kit"
        version: "2.1.0"
      ---

      # @acme/kit

      Buttons that press back

      This folder documents \`@acme/kit\` 2.1.0, the version that is installed. If it contradicts what you know about another version, follow this folder. All links lead to files in this folder.

      ## Where to look

      - An introduction: [Kit](references/index.md).
      - A topic: [llms.txt](llms.txt) lists all pages with their descriptions.
      - A property: search [components.json](components.json) for \`"name":"<property>"\`. Each line is one property, with type, default, \`since\` (the version that added it), \`deprecated\`, and ids of demos that use it. A line that begins with \`{"id":"<export>"\` starts the properties of an export; with \`propsOf\`, they are those of another export.
      - An example: the list of demos below. Each is a complete module. A page names its demos too.
      - What a version changed: [API changes](references/~changes.md), [API changes 1.x](references/~changes/1.md). Breaking changes are marked. The list ends with 2.0.0; what is new in 2.1.0 has the \`since\` 2.1.0. A name without \`since\` exists since 1.0.0, the first known version, or longer.
      - A change of \`@acme/kit\` itself: in its repository, \`npx cascader-docs mcp\` also has the tools \`affected\` (what changed files can reach), \`verify\` (call it after each edit) and \`report\` (comparison with a commit).

      ## Exports

      - [\`Button\`](references/button.md) (component): A button with two tones. \`import { Button } from '@acme/kit';\`

      ## Demos

      - [Basic](demos/basic.tsx)
      - [Loud](demos/loud.tsx)
      "
    `);
    expect(read('llms.txt')).toMatchInlineSnapshot(`
      "# @acme/kit

      Documentation of \`@acme/kit\` 2.1.0. How to use this folder: [SKILL.md](SKILL.md).

      - [Kit](references/index.md): Guide, props, file, blog, React

      ## Button

      - [Button](references/button.md)

      ## Start

      - [Start](references/guide/start.md): How to begin.

      - [API changes](references/~changes.md): @acme/kit
      - [API changes 1.x](references/~changes/1.md): @acme/kit
      "
    `);
  });

  it('has links to its own files only', () => {
    expect(read('references/index.md')).toMatchInlineSnapshot(`
      "<!-- @acme/kit 2.1.0 -->

      # Kit

      [Guide](guide/start.md#install), [props](button.md), file, blog, [React](https://react.dev)

      A picture

      [Button](button.md) and \`[code](./x.md)\`
      "
    `);
    for (const file of [
      'SKILL.md',
      'llms.txt',
      'references/button.md',
      'references/~changes.md',
      'references/~changes/1.md',
    ])
      for (const [, target = ''] of read(file).matchAll(/\]\(([^)#\s]+)/g))
        expect(fs.existsSync(path.resolve(folder, path.dirname(file), target)), `${target} in ${file}`).toBe(true);
  });

  it('names versions, also the one that is not published yet', () => {
    expect(read('references/button.md')).toMatchInlineSnapshot(`
      "<!-- @acme/kit 2.1.0 -->

      # Button

      Demo **Basic**: [demos/basic.tsx](../demos/basic.tsx), [shared/label.ts](../demos/shared/label.ts)

      Demo **Loud**: [demos/loud.tsx](../demos/loud.tsx), [shared/label.ts](../demos/shared/label.ts)

      \`\`\`tsx
      import { Button } from '@acme/kit';
      export default () => <Button>Inline</Button>;
      \`\`\`

      A button with two tones.

      | Name | Description | Type | Default |
      | --- | --- | --- | --- |
      | tone | How loud the button looks. Since 1.2. | \`"quiet" \\| "loud"\` | \`"quiet"\` |
      | loud | **Deprecated since 2.0.** Use \`tone\`. | \`boolean\` | - |
      | fresh | Since 2.1.0. | \`string\` | - |
      | children | Since 2.1.0. | \`string\` | - |
      "
    `);
    const { components } = JSON.parse(read('components.json'));
    const props = components.find(({ id }: { id: string }) => id === 'Button').props;
    expect(props).toMatchObject([
      { name: 'tone', since: '1.2.0', demos: ['docs-button-demo-basic'] },
      { name: 'loud', deprecatedSince: '2.0.0' },
      { name: 'fresh', since: '2.1.0' },
      { name: 'children' },
    ]);
    expect(
      read('components.json')
        .split('\n')
        .filter((line) => line.includes('"name":"tone"')),
    ).toHaveLength(1);
    expect(read('api-history.json')).not.toContain('18.0.0');
  });
});

describe('pack', () => {
  it('replaces no folder with files of others, also no site', async () => {
    const site = await createSite({ ...KIT, 'skills/acme-kit/SKILL.md': 'Mine\n' });
    expect((await packText(site)).text).toContain(
      'CD881: The folder skills/acme-kit contains files that `pack` did not write, such as `SKILL.md`',
    );
    expect(fs.readFileSync(path.join(site.root, 'skills/acme-kit/SKILL.md'), 'utf8')).toBe('Mine\n');
    await fs.promises.rm(path.join(site.root, 'skills'), { recursive: true });
    expect((await packText(site)).text).toBe('');
    await site.write({ 'skills/acme-kit/references/notes.md': 'Mine\n', 'skills/acme-kit/.DS_Store': '' });
    expect((await packText(site)).text).toContain(
      'CD881: The folder skills/acme-kit contains files that `pack` did not write, such as `references/notes.md`',
    );
    expect(fs.existsSync(path.join(site.root, 'skills/acme-kit/references/notes.md'))).toBe(true);
    await site.write({ 'site/.cascader-docs': '{"version":1,"files":["index.html"]}', 'site/index.html': 'x' });
    expect((await packText(site, { outDir: 'site' })).text).toContain('CD881: The folder site contains files');
  });
});
