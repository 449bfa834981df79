import type { ApiComponent, ApiProp } from '../../shared/api.ts';
import type { ApiTag, CompiledPage } from '../compile/types.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { didYouMean, inTicks, nearestName, nearestNames } from '../diagnostics/did-you-mean.ts';
import { exportsByName } from './exports-by-name.ts';

/** What pages say and the types do not: tables of unknown exports, names that no property has. */
export function checkNames(pages: Iterable<CompiledPage>, components: ApiComponent[]): Diagnostic[] {
  const known = new Map(components.map((component) => [component.id, component]));
  const named = exportsByName(components);
  const diagnostics: Diagnostic[] = [];
  for (const { apis = [], nameTables = [] } of pages) {
    for (const tag of apis) {
      const component = named.get(tag.id);
      if (component) diagnostics.push(...unknownNames(component, tag.rows ?? []));
      else diagnostics.push(unknownExport(tag, components));
    }
    for (const { heading, names } of nameTables) {
      const component = known.get(heading);
      if (component) diagnostics.push(...unknownNames(component, names));
    }
  }
  return diagnostics;
}

/** Names that the types do not have; those of members are looked for where the types have members. */
function unknownNames(component: ApiComponent, names: { name: string; location: Location }[]): Diagnostic[] {
  const top = [...component.props, ...(component.handle ?? [])];
  if (top.length === 0) return [];
  return names.flatMap(({ name, location }): Diagnostic[] => {
    let members: ApiProp[] | undefined = top;
    for (const part of name.split('.')) {
      // An index signature has room for any name.
      if (!members || members.length === 0 || members.some((member) => member.name.startsWith('['))) return [];
      const found: ApiProp | undefined = members.find((member) => member.name === part);
      if (!found) {
        const nearest = nearestName(
          part,
          members.map((member) => member.name),
        );
        return [
          {
            severity: 'warning',
            code: 'CD806',
            text: `\`${component.id}\` has no property \`${name}\`${didYouMean(nearest, inTicks)}`,
            location,
            notes: ['Tables of an export are checked against its types; under another heading they are not.'],
          },
        ];
      }
      members = found.children;
    }
    return [];
  });
}

/** How many exports are named where one is unknown. */
const NAMED = 3;

function unknownExport({ id, location }: ApiTag, components: ApiComponent[]): Diagnostic {
  const warning = { severity: 'warning', code: 'CD803', location } as const;
  if (id === 'default') {
    const exported = components.filter(({ kind }) => kind === 'component').map((component) => component.id);
    return { ...warning, text: 'The library has no default export', ...namesAsNote('It exports', exported) };
  }
  const ids = components.map((component) => component.id);
  const meant = nearestName(id, ids);
  const others = ids.filter((name) => name !== meant);
  const text = `The library does not export \`${id}\`${didYouMean(meant, inTicks)}`;
  return { ...warning, text, ...namesAsNote('Nearest exports:', nearestNames(id, others)) };
}

function namesAsNote(lead: string, names: string[]): Pick<Diagnostic, 'notes'> {
  const shown = names.slice(0, NAMED).map(inTicks);
  return shown.length > 0 ? { notes: [`${lead} ${shown.join(', ')}`] } : {};
}
