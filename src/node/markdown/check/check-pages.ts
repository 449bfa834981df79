import fs from 'node:fs';
import path from 'node:path';
import { includesAnchor } from '../../../shared/moved-anchors.ts';
import type { ForeignRoute } from '../../base/diagnostics/codes/links.ts';
import { createDiagnostic } from '../../base/diagnostics/create-diagnostic.ts';
import type { Diagnostic } from '../../base/diagnostics/diagnostic.ts';
import { nearestName } from '../../base/diagnostics/did-you-mean.ts';
import { routesOf } from '../../content/tabs.ts';
import type { MovedAnchor, SourcePage } from '../../content/types.ts';
import { isInVersion } from '../../project/versions/archived-files.ts';
import type { SiteVersion } from '../../project/versions/types.ts';
import type { CompiledPage, EmbeddedDemo, InternalLink } from '../types.ts';

/**
 * `moved`: anchors that moved to other pages, so links to them are valid. Links may lead to `versions` and to generated
 * `files`. `isComing`: the anchor does not exist yet, so links to it are not reported.
 */
export function checkPages(
  compiled: Map<string, CompiledPage>,
  pages: SourcePage[],
  { root, moved = [], versions, files, isComing = () => false }: CheckOptions,
): Diagnostic[] {
  const anchors = new Map(
    pages.flatMap((page) => {
      const own = anchorsOf(page, compiled);
      return routesOf(page).map((route): [string, Set<string>] => [route, own]);
    }),
  );
  const interactive = new Set(pages.filter((page) => compiled.get(page.sourcePath)?.module).flatMap(routesOf));
  const hasMoved = ({ routePath, hash }: InternalLink): boolean =>
    moved.some(({ from, anchor }) => from === routePath && includesAnchor(anchor, hash));
  const diagnostics = checkMovedAnchors(moved, staticAnchors(anchors, interactive), isComing);
  for (const page of compiled.values()) {
    for (const link of page.links) {
      const known = anchors.get(link.routePath);
      if (!known) {
        if (
          !files?.has(link.routePath.slice(1)) &&
          !isInVersion(versions, link.routePath, (route) => anchors.has(route))
        )
          diagnostics.push(deadLink(link, anchors.keys(), pages));
      } else if (link.hash && !known.has(link.hash) && !isComing(link.hash) && !hasMoved(link))
        diagnostics.push(missingAnchor(link, known, interactive));
    }
  }
  return [...diagnostics.map((entry) => withLine(entry, root)), ...duplicateDemos(compiled)];
}

interface CheckOptions {
  root: string;
  moved?: readonly MovedAnchor[];
  versions?: readonly SiteVersion[] | undefined;
  files?: ReadonlySet<string>;
  isComing?: (anchor: string) => boolean;
}

/** Returns the anchors of pages whose anchors are all known. Components of an interactive page may create more anchors. */
function staticAnchors(anchors: Map<string, Set<string>>, interactive: Set<string>): Map<string, Set<string>> {
  return new Map([...anchors].filter(([route]) => !interactive.has(route)));
}

function withLine(diagnostic: Diagnostic, root: string): Diagnostic {
  const { location } = diagnostic;
  if (!location) return diagnostic;
  try {
    const text = fs.readFileSync(path.join(root, location.file), 'utf8').replace(/^\uFEFF/, '');
    return { ...diagnostic, location: { ...location, lineText: text.split(/\r\n?|\n/)[location.line - 1] } };
  } catch {
    // The file has been deleted in the meantime, so the diagnostic is reported without the source line.
    return diagnostic;
  }
}

/** Links may omit a tab's prefix. */
function anchorsOf(page: SourcePage, compiled: Map<string, CompiledPage>): Set<string> {
  const anchors = new Set(compiled.get(page.sourcePath)?.anchors);
  for (const { key, page: tab } of page.tabs) {
    for (const anchor of compiled.get(tab.sourcePath)?.anchors ?? []) {
      anchors.add(anchor);
      if (anchor.startsWith(`${key}-`)) anchors.add(anchor.slice(key.length + 1));
    }
  }
  return anchors;
}

function deadLink(
  { routePath, severity, location }: InternalLink,
  routes: Iterable<string>,
  pages: SourcePage[],
): Diagnostic {
  const meant = pages.flatMap((page) => foreignUrlOf(page, routePath) ?? [])[0];
  const data = { route: routePath, nearest: meant ? undefined : nearestName(routePath, routes), meant };
  return createDiagnostic('dead-link', data, { severity, location });
}

/** Returns the front matter key that Docusaurus uses for a page's URL, if it sets the given URL. */
function foreignUrlOf({ sourcePath, routePath, frontmatter }: SourcePage, sought: string): ForeignRoute | undefined {
  for (const key of ['slug', 'id'] as const) {
    const value = frontmatter[key];
    if (typeof value !== 'string') continue;
    const url = path.posix.join(path.posix.dirname(routePath), value);
    if (sought === url || sought === value) return { file: sourcePath, key, value, routePath };
  }
  return undefined;
}

function missingAnchor(link: InternalLink, known: Set<string>, interactive: Set<string>): Diagnostic {
  const { routePath, hash, location } = link;
  // The components of an interactive page may create anchors at run time.
  const severity = interactive.has(routePath) ? 'warning' : link.severity;
  const data = { route: routePath, hash, nearest: nearestName(hash, known) };
  return createDiagnostic('missing-anchor', data, { severity, location });
}

/** Several pages may embed the same file, but two demos of one page, or two files, must not share an id. */
function duplicateDemos(compiled: Map<string, CompiledPage>): Diagnostic[] {
  const first = new Map<string, { demo: EmbeddedDemo; page: CompiledPage }>();
  const diagnostics: Diagnostic[] = [];
  for (const page of compiled.values()) {
    for (const demo of page.demos) {
      const other = first.get(demo.id);
      if (!other) first.set(demo.id, { demo, page });
      else if (other.page === page || other.demo.filePath !== demo.filePath || (demo.code && !demo.code.origin)) {
        const data = { demo: demo.id, other: other.demo.location };
        diagnostics.push(createDiagnostic('duplicate-demo-id', data, { location: demo.location }));
      }
    }
  }
  return diagnostics;
}

/** Checks moved anchors (CD225), except on pages without known anchors. `isComing` is true for an anchor that does not exist yet. */
function checkMovedAnchors(
  moved: readonly MovedAnchor[],
  anchors: ReadonlyMap<string, ReadonlySet<string>>,
  isComing: (anchor: string) => boolean,
): Diagnostic[] {
  return moved.flatMap(({ from: route, anchor, to, location }) => {
    const from = `${route}#${anchor}`;
    const before = [...(anchors.get(route) ?? [])].find((name) => includesAnchor(anchor, name));
    if (before !== undefined) {
      const data = { case: 'anchor-in-use', from, anchor: before, route } as const;
      return [createDiagnostic('invalid-redirect', data, { location })];
    }
    const own = [...(anchors.get(to) ?? [anchor])];
    if (isComing(anchor) || own.some((name) => includesAnchor(anchor, name))) return [];
    const data = { case: 'no-anchor', from, anchor, nearest: nearestName(anchor, own) } as const;
    return [createDiagnostic('invalid-redirect', data, { location })];
  });
}
