import type { CheckResult } from '../check-record.ts';
import type { Finding } from '../types.ts';

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands#setting-an-error-message */
export function renderGithub({ demos, others }: CheckResult): string {
  const lines = [
    ...demos.flatMap(({ id, file, findings }) => findings.map((finding) => renderError(finding, id, file))),
    ...others.flatMap(({ subject, findings }) => findings.map((finding) => renderError(finding, subject))),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function renderError({ rule, message, details, location }: Finding, subject: string, file?: string): string {
  const at = location ?? (file === undefined ? undefined : { file, line: 1, column: 1 });
  const properties = {
    ...(at && { file: at.file, line: String(at.line), col: String(at.column) }),
    title: `${subject}: ${rule}`,
  };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::error ${list.join(',')}::${escapeData([message, details].filter(Boolean).join('\n'))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
