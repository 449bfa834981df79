import type { ApiComponent, ApiProp } from '../../../shared/api.ts';
import type { CompiledPage } from '../../markdown/types.ts';
import { exportsByName } from './exports-by-name.ts';

/** Adds descriptions. A property's description applies to every export that has the property from the same declaration. */
export function addWords(components: ApiComponent[], pages: Iterable<CompiledPage>): ApiComponent[] {
  const described = new Map<string, string>();
  const known = exportsByName(components);
  for (const { apis = [] } of pages)
    for (const { id: name, text, rows = [] } of apis) {
      const { id } = known.get(name) ?? { id: name };
      if (text !== undefined) described.set(id, text);
      for (const row of rows) if (row.text !== undefined) described.set(`${id} ${row.name}`, row.text);
    }
  const ofDeclarations = new Map<string, string>();
  const note = (prop: ApiProp, path: string): void => {
    const [place, text] = [sourceOf(prop), described.get(path)];
    if (place !== undefined && text !== undefined && !ofDeclarations.has(place)) ofDeclarations.set(place, text);
    for (const child of prop.children ?? []) note(child, `${path}.${child.name}`);
  };
  for (const { id, props } of components) for (const prop of props) note(prop, `${id} ${prop.name}`);
  const describe = (prop: ApiProp, path: string): ApiProp => ({
    ...prop,
    description: prop.description || (described.get(path) ?? ofDeclarations.get(sourceOf(prop) ?? '') ?? ''),
    ...(prop.children ? { children: prop.children.map((child) => describe(child, `${path}.${child.name}`)) } : {}),
  });
  return components.map((component) => ({
    ...component,
    description: component.description || (described.get(component.id) ?? ''),
    props: component.props.map((prop) => describe(prop, `${component.id} ${prop.name}`)),
  }));
}

function sourceOf({ name, origin, source }: ApiProp): string | undefined {
  return source && `${origin}/${source.file}:${source.line} ${name}`;
}
