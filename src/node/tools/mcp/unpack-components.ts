import type { ComponentsData, PropEntry } from '../../render/pack/packed-components.ts';

/** `codeOf` returns the content of a file in the folder. */
export async function unpackComponents(text: string, codeOf: (file: string) => Promise<string>): Promise<string> {
  const data = JSON.parse(text) as ComponentsData;
  const byId = new Map(data.components.map((entry) => [entry.id, entry]));
  const demosById = new Map(data.demos.map(({ files: _files, ...demo }) => [demo.id, demo]));
  const components = data.components.map(({ propsOf, ...entry }) => ({
    ...entry,
    demos: entry.demos.flatMap((id) => demosById.get(id) ?? []),
    props: propsOf === undefined ? entry.props : withoutDemos(byId.get(propsOf)?.props ?? []),
  }));
  const demos = await Promise.all(
    data.demos.map(async (demo) => ({
      ...demo,
      files: await Promise.all(
        demo.files.map(async ({ name, file }) => ({ name, code: (await codeOf(file)).trimEnd() })),
      ),
    })),
  );
  return JSON.stringify({ ...data, components, demos });
}

/** Returns properties without their demos, which use another export. */
function withoutDemos(props: readonly PropEntry[]): PropEntry[] {
  return props.map(({ demos: _demos, children, ...prop }) => ({
    ...prop,
    ...(children && { children: withoutDemos(children) }),
  }));
}
