import { compressToBase64 } from 'lz-string';
import type { DemoSource } from '../../shared/demo-source.ts';
import type { SandboxProject } from '../../shared/entities.ts';
import { codeSandboxFiles, createSandboxProject, NODE } from '../../shared/sandbox-project.ts';
import type { DemoEdits } from '../../shared/sandbox-sources.ts';
import { openProject, type Project } from '../stackblitz/sdk.ts';

export type Service = 'codeSandbox' | 'stackBlitz';
/** Changes a project before it is sent. */
export type ExportHook = (project: SandboxProject, source: DemoSource) => SandboxProject;

const CODE_SANDBOX = 'https://codesandbox.io/api/v1/sandboxes/define';

export function exportDemo(
  source: DemoSource,
  { service, hook, edits }: { service: Service; hook?: ExportHook; edits?: DemoEdits },
): void {
  const made = createSandboxProject(source, edits);
  const project = hook ? hook(made, source) : made;
  const { title, description, template, files, settings } = project;
  if (service === 'stackBlitz') {
    // The dependencies are in the files' package.json.
    const openFile = Object.keys(files).find((path) => /^src\/App\.[jt]sx?$/.test(path));
    openProject({ title, description, template, files, settings } as Project, { openFile });
    return;
  }
  // Without this parameter, CodeSandbox compiles the project in the browser, where Vite does not run.
  const query = template === NODE ? '?environment=server' : '';
  submit(CODE_SANDBOX + query, { parameters: codeSandboxParameters(project) });
}

function codeSandboxParameters(project: SandboxProject): string {
  return compressToBase64(JSON.stringify({ files: codeSandboxFiles(project) }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function submit(action: string, fields: Record<string, string>): void {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = action;
  form.target = '_blank';
  form.rel = 'noreferrer';
  form.style.display = 'none';
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
