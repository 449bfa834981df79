import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { withBase } from '../../../shared/base-url.ts';
import type { LiveScripts } from '../../../shared/demo-source.ts';
import { contentPath, readBrowserScript } from '../../base/browser-scripts.ts';
import { integrityOf } from '../../base/hash.ts';
import type { Site } from '../../project/config/types.ts';
import type { FrameScripts } from './demo-scripts.ts';

const SANDBOX = '~sandbox.html';
const MODULES = '~sandbox.json';

/** Creates the scripts for editing demos. Sandbox, editor and compilers are prebuilt; packages are those that demos use. */
export async function createLiveScripts(
  site: Site,
  scripts: FrameScripts,
  { hasModules }: { hasModules: boolean },
): Promise<{ files: Map<string, string>; live: LiveScripts }> {
  const [sandbox, editor, editorStyles, compiler, cssModules, less, frame] = await Promise.all([
    readBrowserScript('sandbox.js'),
    readBrowserScript('editor.js'),
    readBrowserScript('editor.css'),
    readBrowserScript('compiler.js'),
    hasModules ? readBrowserScript('css-modules.js') : undefined,
    fs.readFile(createRequire(import.meta.url).resolve('less/dist/less.min.js'), 'utf8'),
    scripts.frame(),
  ]);
  const files = new Map<string, string>([[SANDBOX, sandboxDocument(sandbox, pictureSources(site))]]);
  const emit = (name: string, extension: string, text: string): string => {
    const file = contentPath(name, extension, text);
    files.set(file, text);
    return withBase(site.config.base, `/${file}`);
  };
  const live: LiveScripts = {
    sandbox: withBase(site.config.base, `/${SANDBOX}`),
    editor: emit('editor', 'js', editor),
    editorStyles: emit('editor', 'css', editorStyles),
    compiler: emit('compiler', 'js', compiler),
    less: emit('less', 'js', less.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')),
    cssModules: cssModules && emit('css-modules', 'js', cssModules),
    modules: withBase(site.config.base, `/${MODULES}`),
  };
  const modules = [
    emit('sandbox-react', 'js', frame.react),
    emit('sandbox-packages', 'js', frame.packages),
    ...(frame.library ? [emit('sandbox-library', 'js', frame.library)] : []),
  ];
  files.set(MODULES, JSON.stringify(modules));
  return { files, live };
}

/**
 * Returns the self-contained document of the sandbox, whose origin differs from the site's. The document allows one script, by its hash,
 * and no connections. `pictures` lists the allowed origins of pictures, because picture URLs can send data.
 */
function sandboxDocument(script: string, pictures: string[]): string {
  const policy = [
    "default-src 'none'",
    `script-src 'unsafe-eval' '${integrityOf(script)}'`,
    "style-src 'unsafe-inline'",
    ['img-src data:', ...pictures].join(' '),
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    // `runtime/sandbox/confine.ts` removes what no policy can block.
    "require-trusted-types-for 'script'",
  ].join('; ');
  return [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    // Disables DNS prefetching for the hosts of links.
    '<meta http-equiv="x-dns-prefetch-control" content="off">',
    '<meta name="robots" content="noindex"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Demo</title></head><body><script>${script}</script></body></html>\n`,
  ].join('');
}

function pictureSources({ config: { csp } }: Site): string[] {
  return csp === false ? [] : (csp['img-src'] ?? []).filter((source) => !source.startsWith("'"));
}
