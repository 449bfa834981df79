/** The entry point of a pack: a file in the format of Agent Skills (https://agentskills.io/specification). */
import { linkTarget } from '../rewrite-links.ts';
import type { PackedPage } from './types.ts';

/** Maximum lengths of the name and description that the format permits. */
const MOST = { name: 64, description: 1024 };
/** Numbers of exports and demos above which they are not listed, because assistants load the whole file. */
const LISTED = { exports: 80, demos: 60 };

const PROPERTY =
  '- A property: search [components.json](components.json) for `"name":"<property>"`. Each line is one property, with type, default, `since` (the version that added it), `deprecated`, and ids of demos that use it. A line that begins with `{"id":"<export>"` starts the properties of an export; with `propsOf`, they are those of another export.';

export interface SkillExport {
  id: string;
  kind: string;
  description: string;
  /** The line that imports it. */
  import: string | undefined;
  page: string | undefined;
}

export interface SkillInput {
  library: { name: string; version: string };
  title: string;
  about: string;
  pages: PackedPage[];
  /** Exports that are components or functions, with the page that contains their table. Undefined if there are no data. */
  exports: SkillExport[] | undefined;
  demos: { title: string; file: string }[];
  /** Pages with API changes, the newest first, and the first version that they cover. */
  changes:
    | {
        pages: PackedPage[];
        first: string;
        /** The last version that they cover, if it is older than the library. */
        last?: string;
      }
    | undefined;
  /** URL of the site, if it is known. */
  url: string | undefined;
}

/** Name of the skill of a package whose name has no letter or digit, such as `_`. */
const NAMELESS = 'library';
const NOT_TEXT = /^(?:\d.*|null|true|false|yes|no|on|off|y|n)$/;

/** Returns a package name as the name of a skill: `rc-component-cascader` for `@rc-component/cascader`. */
export function skillName(packageName: string): string {
  const name = packageName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name.slice(0, MOST.name).replace(/-$/, '') || NAMELESS;
}

export function skillText(input: SkillInput): string {
  const { library, pages, exports, demos, changes, url } = input;
  const { name, version } = library;
  const named = `\`${name}\` ${version}`;
  const start = pages[0];
  const blocks = [
    ...headOf(input),
    `This folder documents ${named}, the version that is installed. If it contradicts what you know about another version, follow this folder. All links lead to files in this folder${url === undefined ? '' : `; the site is ${url}`}.`,
    '## Where to look',
    [
      ...(start ? [`- An introduction: [${start.title}](${linkTarget(start.file)}).`] : []),
      '- A topic: [llms.txt](llms.txt) lists all pages with their descriptions.',
      ...(exports === undefined ? [] : [PROPERTY]),
      '- An example: the list of demos below. Each is a complete module. A page names its demos too.',
      ...(changes
        ? [
            `- What a version changed: ${changes.pages.map((page) => `[${page.title}](${linkTarget(page.file)})`).join(', ')}. Breaking changes are marked.${changes.last === undefined ? '' : ` The list ends with ${changes.last}; what is new in ${version} has the \`since\` ${version}.`} A name without \`since\` exists since ${changes.first}, the first known version, or longer.`,
          ]
        : []),
      inRepository(library),
    ].join('\n'),
    ...(exports === undefined || exports.length === 0 ? [] : ['## Exports', exportsList(exports, name)]),
    ...(demos.length === 0 ? [] : ['## Demos', demosList(demos)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The skill of a site, as it is listed in an index of Agent Skills (https://schemas.agentskills.io). */
export interface SiteSkill {
  name: string;
  description: string;
  /** Content of its `SKILL.md`. */
  text: string;
}

/** `urlOf`: returns the URL of a site file by its route. */
export function siteSkill(
  input: Pick<SkillInput, 'library' | 'title' | 'about'> & { hasApi: boolean; urlOf: (route: string) => string },
): SiteSkill {
  const { library, hasApi, urlOf } = input;
  const home = urlOf('/');
  const blocks = [
    ...headOf(input),
    [
      `- A topic: [llms.txt](${urlOf('/llms.txt')}) lists all pages with their descriptions.`,
      ...(hasApi
        ? [`- A property: [components.json](${urlOf('/components.json')}) has all exports with their properties.`]
        : []),
      `- Questions about the site: \`npx cascader-docs mcp ${/^https?:/.test(home) ? home : '<URL of this site>'}\` answers with the Model Context Protocol.`,
      inRepository(library),
    ].join('\n'),
  ];
  return { name: skillName(library.name), description: descriptionOf(input), text: `${blocks.join('\n\n')}\n` };
}

function headOf(input: Pick<SkillInput, 'library' | 'title' | 'about'>): string[] {
  const { library, title, about } = input;
  const id = skillName(library.name);
  return [
    `---\nname: ${NOT_TEXT.test(id) ? JSON.stringify(id) : id}\ndescription: ${JSON.stringify(descriptionOf(input))}\nmetadata:\n  package: ${JSON.stringify(library.name)}\n  version: ${JSON.stringify(library.version)}\n---`,
    `# ${title}`,
    ...(about === '' ? [] : [about]),
  ];
}

function descriptionOf({ library: { name, version }, about }: Pick<SkillInput, 'library' | 'about'>): string {
  const summary = about === '' ? '' : ` ${about.replace(/([^.!?。])$/, '$1.')}`;
  return shortened(
    `Documentation of ${name} ${version}: properties, examples and changes.${summary} Use when code imports ${name}.`,
  );
}

function inRepository({ name }: SkillInput['library']): string {
  return `- A change of \`${name}\` itself: in its repository, \`npx cascader-docs mcp\` also has the tools \`affected\` (what changed files can reach), \`verify\` (call it after each edit) and \`report\` (comparison with a commit).`;
}

function exportsList(exports: SkillExport[], packageName: string): string {
  if (exports.length > LISTED.exports)
    return `\`${packageName}\` has ${exports.length} components and functions: search [components.json](components.json) for \`"kind":"component"\`.`;
  return exports
    .map(({ id, kind, description, import: line, page }) => {
      const shown = page === undefined ? `\`${id}\`` : `[\`${id}\`](${linkTarget(page)})`;
      const about = description.split('\n', 1)[0]?.trim() ?? '';
      return `- ${shown} (${kind})${about === '' ? '' : `: ${about}`}${line === undefined ? '' : ` \`${line}\``}`;
    })
    .join('\n');
}

function demosList(demos: SkillInput['demos']): string {
  if (demos.length > LISTED.demos)
    return `There are ${demos.length} demos in the folder \`demos\`. The pages link to them, and [components.json](components.json) lists them.`;
  return demos.map(({ title, file }) => `- [${title}](${linkTarget(file)})`).join('\n');
}

function shortened(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length <= MOST.description ? plain : `${plain.slice(0, MOST.description - 1)}…`;
}
