import { ERROR_PAGE_CSS, errorDocumentBody, errorNotice } from '../../shared/dev-error-page.ts';
import { DEV_SCRIPT, type DevDiagnostic, DIAGNOSTICS_ID } from '../../shared/dev-protocol.ts';
import { TOKEN_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { groupByFile } from '../base/diagnostics/by-file.ts';
import type { Diagnostic } from '../base/diagnostics/diagnostic.ts';
import { SMALL_ERRORS } from '../base/diagnostics/groups.ts';
import { codeFrame } from '../base/diagnostics/print.ts';
import { type ProjectManager, withCommandsFor } from '../project/package-manager.ts';
import { NOT_LISTED } from '../render/address.ts';

export interface DevPageOptions {
  base: string;
  token: string;
  manager: ProjectManager['name'];
}

export function addDevScript(html: string, diagnostics: Diagnostic[], options: DevPageOptions): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return html.replace('</title>', () => `</title>${scriptElement(options)}`);
  return html
    .replace('</title>', () => `</title>${scriptElement(options)}${diagnosticsElement(errors, options)}`)
    .replace(/<body[^>]*>/, (body) => `${body}<noscript>${errorNotice(toDevDiagnostics(errors, options))}</noscript>`);
}

/** Returns the HTML of an error page, which replaces a page that cannot be rendered. */
export function errorPage(diagnostics: Diagnostic[], options: DevPageOptions): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const shown = errors.length > 0 ? errors : diagnostics;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${NOT_LISTED}` +
    `<title>cascader-docs: ${shown.length === 1 ? '1 error' : `${shown.length} errors`}</title>` +
    `<style>${ERROR_PAGE_CSS}</style>${scriptElement(options)}</head>` +
    `<body>${errorDocumentBody(toDevDiagnostics(shown, options))}${diagnosticsElement(shown, options)}</body></html>`
  );
}

function scriptElement({ base, token }: DevPageOptions): string {
  return `<script type="module" src="${base}${DEV_SCRIPT}" ${TOKEN_ATTRIBUTE}="${token}"></script>`;
}

function diagnosticsElement(diagnostics: Diagnostic[], options: DevPageOptions): string {
  const data = JSON.stringify(toDevDiagnostics(diagnostics, options)).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${DIAGNOSTICS_ID}">${data}</script>`;
}

function toDevDiagnostics(diagnostics: Diagnostic[], { manager }: DevPageOptions): DevDiagnostic[] {
  return groupByFile(diagnostics)
    .flat()
    .map((diagnostic) => toDevDiagnostic(withCommandsFor(manager, diagnostic)));
}

function toDevDiagnostic({ severity, code, text, location, notes = [], stack }: Diagnostic): DevDiagnostic {
  return {
    severity,
    code,
    isSmall: SMALL_ERRORS.has(code) || undefined,
    text,
    place: location && `${location.file}:${location.line}:${location.column}`,
    frame: location?.lineText === undefined ? undefined : codeFrame(location).join('\n'),
    notes,
    stack,
  };
}
