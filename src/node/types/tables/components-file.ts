import { type ApiComponent, type ApiProp, type ApiTags, REACT_TYPES } from '../../../shared/api.ts';
import type { ApiDemoLink } from '../../../shared/api-table.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { CompressedSize } from '../../bundle/import-cost.ts';
import type { LibraryHistory } from '../history/library-history.ts';
import type { Usage } from '../usage/usage.ts';

export interface ComponentsFileInput {
  components: ApiComponent[];
  usage: Usage;
  costs: ReadonlyMap<string, CompressedSize>;
  demos: Map<string, ApiDemoLink>;
  history?: LibraryHistory | undefined;
  packageName: string | undefined;
  packageVersion: string | undefined;
  demoFiles: ReadonlyMap<string, { name: string; code: string }[]>;
}

/** Generates data for editors, tools and assistants: the library's exports with their properties, and the demos that use them. */
export function componentsFile({
  components: all,
  history,
  usage,
  costs,
  demos,
  packageName,
  packageVersion,
  demoFiles,
}: ComponentsFileInput): string {
  const components = history ? all.map((component) => withHistory(component, history)) : all;
  const linked = (id: string) => ({ id, title: demos.get(id)?.title ?? id, url: demos.get(id)?.href });
  const file = {
    $schema: './components.schema.json',
    version: 1,
    package: packageName,
    packageVersion,
    components: components.map(({ package: own, ...component }) => ({
      ...component,
      import: importOf(component, own ?? packageName),
      importCost: costs.get(component.id),
      demos: (ownValue(usage, component.id)?.demos ?? []).map(linked),
      ...propsOf(component, ownValue(usage, component.id)?.props ?? {}),
    })),
    demos: Array.from(demoFiles, ([id, files]) => ({
      ...linked(id),
      files: files.map(({ name, code }) => ({ name, code })),
    })),
  };
  return `${JSON.stringify(file, undefined, 1)}\n`;
}

/** Adds the history. A version in a tag is not replaced. */
function withHistory(component: ApiComponent, history: LibraryHistory): ApiComponent & { removed?: object[] } {
  const versions = ({ since: tag, deprecated }: ApiTags, path?: string): object => {
    const { since, deprecatedSince } = history.of(component, path) ?? {};
    return {
      ...(tag === undefined && since !== undefined && { since }),
      ...(deprecated && deprecatedSince !== undefined && { deprecatedSince }),
    };
  };
  const dated = (prop: ApiProp, path: string): ApiProp => ({
    ...prop,
    ...versions(prop, path),
    ...(prop.children && { children: prop.children.map((child) => dated(child, `${path}.${child.name}`)) }),
  });
  const { props, handle } = component;
  const removed = history.removedFrom(component).map(({ path: name, version, type }) => ({ name, version, type }));
  return {
    ...component,
    ...versions(component),
    props: props.map((prop) => dated(prop, prop.name)),
    ...(handle && { handle: handle.map((prop) => dated(prop, `ref.${prop.name}`)) }),
    ...(removed.length > 0 && { removed }),
  };
}

/** Returns the import statement for an export, or for the export that contains it. */
function importOf({ id, kind, isDefault }: ApiComponent, packageName: string | undefined): string | undefined {
  const [name = id] = id.split('.');
  const names = isDefault ? name : `{ ${name} }`;
  return packageName && `import ${kind === 'type' ? 'type ' : ''}${names} from '${packageName}';`;
}

/** Returns a component's own properties, the DOM attributes that a demo uses, and only the number of the hundreds of other attributes. */
function propsOf({ props }: ApiComponent, shown: Record<string, string[]>): { props: object[]; inherited?: number } {
  const reported = props.filter(({ name, origin }) => origin !== REACT_TYPES || Object.hasOwn(shown, name));
  const inherited = props.length - reported.length;
  return {
    props: reported.map((prop) => ({ ...prop, demos: ownValue(shown, prop.name) })),
    ...(inherited > 0 && { inherited }),
  };
}

const string = { type: 'string' };
const boolean = { type: 'boolean' };
const list = (items: object) => ({ type: 'array', items });
const described = (schema: object, description: string) => ({ ...schema, description });

const TAGS = {
  release: { enum: ['alpha', 'beta', 'experimental'] },
  deprecated: described({ oneOf: [string, { const: true }] }, 'What the tag says (Markdown), or true'),
  since: described(string, 'The tag as written, or a version of the API history, or `next` if no version has it'),
  deprecatedSince: described(string, 'The version of the API history that deprecated it'),
};

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Exports of a component library',
  type: 'object',
  required: ['version', 'components'],
  properties: {
    $schema: string,
    version: { const: 1 },
    package: string,
    packageVersion: described(string, 'Version of the documented package'),
    components: list({ $ref: '#/$defs/component' }),
    demos: described(list({ $ref: '#/$defs/shown' }), 'All demos, with their code'),
  },
  additionalProperties: false,
  $defs: {
    source: {
      type: 'object',
      required: ['file', 'line'],
      properties: { file: string, line: { type: 'integer', minimum: 1 } },
      additionalProperties: false,
    },
    demo: {
      type: 'object',
      required: ['id', 'title'],
      properties: { id: string, title: string, url: string },
      additionalProperties: false,
    },
    shown: {
      type: 'object',
      required: ['id', 'title', 'files'],
      properties: {
        id: string,
        title: string,
        url: string,
        files: list({
          type: 'object',
          required: ['name', 'code'],
          properties: { name: string, code: string },
          additionalProperties: false,
        }),
      },
      additionalProperties: false,
    },
    reference: {
      type: 'object',
      required: ['name', 'origin', 'source'],
      properties: { name: string, origin: string, source: { $ref: '#/$defs/source' } },
      additionalProperties: false,
    },
    prop: {
      type: 'object',
      required: ['name', 'description', 'type', 'required', 'origin', 'isEvent', 'isSlot'],
      properties: {
        name: string,
        description: described(string, 'Markdown'),
        type: described(string, 'As the compiler prints it'),
        shortType: described(string, 'The same as an author would write it, with ReactNode by its name'),
        plainType: described(string, 'What may be passed without type arguments, where the type names type parameters'),
        default: string,
        required: boolean,
        origin: described(string, 'Package that declares it'),
        isEvent: boolean,
        isSlot: boolean,
        private: { const: true },
        children: list({ $ref: '#/$defs/prop' }),
        references: list({ $ref: '#/$defs/reference' }),
        source: { $ref: '#/$defs/source' },
        demos: described(list(string), 'Ids of demos that use it'),
        ...TAGS,
      },
      additionalProperties: false,
    },
    component: {
      type: 'object',
      required: ['id', 'name', 'description', 'kind', 'source', 'props', 'demos'],
      properties: {
        id: string,
        aliases: described(list(string), 'Other names, such as `default` and the `displayName`'),
        isDefault: { const: true },
        import: described(string, 'The line that imports it, or what it is a part of'),
        importCost: described(
          {
            type: 'object',
            required: ['gzip', 'brotli'],
            properties: { gzip: { type: 'integer' }, brotli: { type: 'integer' } },
            additionalProperties: false,
          },
          'Bytes of JavaScript that an application loads for it alone, without React and other peers',
        ),
        name: string,
        description: described(string, 'Markdown'),
        kind: { enum: ['component', 'function', 'type', 'enum', 'constant'] },
        source: { $ref: '#/$defs/source' },
        props: list({ $ref: '#/$defs/prop' }),
        inherited: described(
          { type: 'integer', minimum: 1 },
          'How many further attributes of the DOM it takes, as @types/react declares them',
        ),
        handle: list({ $ref: '#/$defs/prop' }),
        refType: string,
        type: string,
        shortType: described(string, 'The same as an author would write it'),
        returns: described(string, 'What a function returns (Markdown)'),
        examples: described(list(string), 'Markdown of each example'),
        typeParameters: list({
          type: 'object',
          required: ['name'],
          properties: { name: string, constraint: string, default: string },
          additionalProperties: false,
        }),
        demos: list({ $ref: '#/$defs/demo' }),
        removed: described(
          list({
            type: 'object',
            required: ['name', 'version'],
            properties: {
              name: described(string, 'A member of the ref has the prefix `ref.`'),
              version: described(string, 'The first version without it, or `next`'),
              type: string,
            },
            additionalProperties: false,
          }),
          'Names that earlier versions had, from the API history',
        ),
        ...TAGS,
      },
      additionalProperties: false,
    },
  },
};

export function componentsSchema(): string {
  return `${JSON.stringify(SCHEMA, undefined, 1)}\n`;
}
