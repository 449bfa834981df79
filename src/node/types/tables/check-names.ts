import { type ApiComponent, type ApiProp, REACT_TYPES } from '../../../shared/api.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { nearestName, nearestNames } from '../../base/diagnostics/did-you-mean.ts';
import type { ApiTag, CompiledPage } from '../../markdown/types.ts';
import { exportsByName } from './exports-by-name.ts';

/** Reports names on pages that the types do not contain: tables of unknown exports, and unknown properties. */
export function checkNames(pages: Iterable<CompiledPage>, components: ApiComponent[]): Diagnostic[] {
  const known = new Map(components.map((component) => [component.id, component]));
  const named = exportsByName(components);
  const diagnostics: Diagnostic[] = [];
  for (const { apis = [], nameTables = [] } of pages) {
    for (const tag of apis) {
      const component = named.get(tag.id);
      if (!component) diagnostics.push(unknownExport(tag, components));
      else {
        const { rows = [], picked = [], isDerived } = tag;
        diagnostics.push(
          ...unknownNames(component, isDerived ? [] : rows),
          ...unknownNames(component, picked, { isPicked: true }),
        );
      }
    }
    for (const { heading, names } of nameTables) {
      const component = known.get(heading);
      if (component) diagnostics.push(...unknownNames(component, names));
    }
  }
  return diagnostics;
}

/** Finds unknown names if the export or the property has members. `isPicked` is for names in `pick`, which must be properties. */
function unknownNames(
  component: ApiComponent,
  names: { name: string; location: Location }[],
  { isPicked = false } = {},
): Diagnostic[] {
  const top = isPicked ? component.props : [...component.props, ...(component.handle ?? [])];
  return names.flatMap(({ name, location }): Diagnostic[] => {
    let members = top;
    for (const part of name.split('.')) {
      // An index signature allows any name.
      if (members.some((member) => member.name.startsWith('['))) return [];
      if (members.length === 0 && !isPicked) return [];
      const found: ApiProp | undefined = members.find((member) => member.name === part);
      if (!found) {
        const own = members.filter(({ origin }) => origin !== REACT_TYPES);
        const nearest = [own, members].map((some) => nearestName(part, some.map(nameOf))).find(Boolean);
        return [
          createDiagnostic('unknown-property', { component: component.id, name, nearest, isPicked }, { location }),
        ];
      }
      members = found.children ?? [];
    }
    return [];
  });
}

function nameOf({ name }: ApiProp): string {
  return name;
}

function unknownExport({ id, location }: ApiTag, components: ApiComponent[]): Diagnostic {
  if (id === 'default') {
    const exported = components.filter(({ kind }) => kind === 'component').map((component) => component.id);
    return createDiagnostic('not-exported', { case: 'no-default', exported }, { location });
  }
  const ids = components.map((component) => component.id);
  const meant = nearestName(id, ids);
  const others = ids.filter((name) => name !== meant);
  const data = { case: 'library', id, nearest: meant, others: nearestNames(id, others) } as const;
  return createDiagnostic('not-exported', data, { location });
}
