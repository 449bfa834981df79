import type { DemoSource } from './demo-source.ts';
import type { SandboxProject } from './entities.ts';
import { type DemoEdits, majorOf, sourceFiles } from './sandbox-sources.ts';
import { TASKS, VITE_PACKAGES, VITE_SCRIPTS, viteFiles } from './vite-project.ts';

/** Template of both services for a project that Node.js runs. */
export const NODE = 'node';

/**
 * Creates a self-contained project: imports become files of the project, or packages. A Vite project has its sources in
 * `src`, `create-react-app` in the root.
 */
export function createSandboxProject(source: DemoSource, edits: DemoEdits = { files: {} }): SandboxProject {
  const { asset, template } = source;
  const isVite = template === undefined;
  const isTyped = /\.tsx?$/.test(asset.entry);
  const entry = `index.${isTyped ? 'tsx' : 'jsx'}`;
  const { dependencies, devDependencies } = packagesOf(source, isTyped);
  const title = asset.title || asset.id;
  const description = asset.description || `A demo of ${asset.id}`;
  const folder = isVite ? 'src/' : '';
  const sources = sourceFiles(source, edits, { isTyped, entry, react: dependencies.react });
  const manifest = {
    name: title,
    description,
    private: true,
    ...(isVite ? { scripts: VITE_SCRIPTS } : { main: entry }),
    dependencies,
    devDependencies,
  };
  const files = {
    ...Object.fromEntries(Object.entries(sources).map(([path, text]) => [folder + path, text])),
    ...(isVite
      ? viteFiles({ title, entry: folder + entry, isTyped })
      : { 'index.html': '<div style="margin: 16px;" id="root"></div>\n' }),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
  };
  return { title, description, template: template ?? NODE, dependencies, files };
}

/**
 * Only typed projects get type packages and the compiler. The browser sandbox of `create-react-app` has its own
 * types.
 */
function packagesOf({ asset, template, versions = {} }: DemoSource, isTyped: boolean) {
  const imported = Object.entries(asset.dependencies).flatMap(([name, { type, value }]) =>
    type === 'NPM' ? [[name, value] as const] : [],
  );
  const configured = Object.entries(versions);
  const react = versions.react ?? asset.dependencies.react?.value ?? 'latest';
  const types = Number.isFinite(majorOf(react)) ? `^${majorOf(react)}` : react;
  const own: Record<string, string> = template
    ? { typescript: '^4' }
    : { ...VITE_PACKAGES, '@types/react': types, '@types/react-dom': types, typescript: '^5' };
  const isForTypes = (name: string): boolean => /^(?:typescript$|@types\/)/.test(name);
  const isTool = ([name]: readonly [name: string, version: string]): boolean =>
    isForTypes(name) || Object.hasOwn(own, name);
  const dependencies: Record<string, string> = Object.fromEntries([
    ...imported,
    ...configured.filter((entry) => !isTool(entry)),
  ]);
  return {
    dependencies: { ...dependencies, react, 'react-dom': dependencies['react-dom'] ?? react },
    devDependencies: Object.fromEntries(
      [...Object.entries(own), ...configured.filter(isTool)].filter(([name]) => isTyped || !isForTypes(name)),
    ),
  };
}

/** Returns the files of a project in the format of CodeSandbox's define endpoint, with the template in a separate file. */
export function codeSandboxFiles({
  files,
  template,
}: SandboxProject): Record<string, { content: string; isBinary: false }> {
  const all = {
    ...files,
    'sandbox.config.json': `${JSON.stringify({ template }, null, 2)}\n`,
    ...(template === NODE && { '.codesandbox/tasks.json': TASKS }),
  };
  return Object.fromEntries(Object.entries(all).map(([path, content]) => [path, { content, isBinary: false }]));
}
