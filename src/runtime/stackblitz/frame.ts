import { connectFrame } from './connect.ts';
import type { Settled, SettledEvent, StackBlitzPlace } from './place.ts';
import { examineProject, type Project } from './sdk.ts';
import { tellFailure } from './tell-failure.ts';

export { openProject } from './sdk.ts';

const SETTLED: SettledEvent = 'cascader-docs:stackblitz';

/** Shows the editor in a place, in front of what stood there, and connects to it. */
export function embedEditor(place: HTMLElement, { url, options }: StackBlitzPlace): HTMLIFrameElement {
  const { origin } = new URL(url);
  const frame = document.createElement('iframe');
  frame.title = options.title;
  frame.width = options.width;
  frame.height = options.height;
  frame.referrerPolicy = 'strict-origin';
  const features = [
    'clipboard-write',
    'fullscreen',
    ...(options.editor.crossOriginIsolated ? ['cross-origin-isolated'] : []),
  ];
  frame.allow = features.map((feature) => `${feature} ${origin}`).join('; ');
  frame.loading = 'lazy';
  // Named before it stands in the page: Chromium drops what is posted into a frame that is named later.
  if (options.project) frame.name = `stackblitz-${Math.random().toString(36).slice(2)}`;
  else frame.src = url;
  // What stood there stays, hidden: it may be React's.
  for (const child of place.children) (child as HTMLElement).hidden = true;
  place.append(frame);
  if (options.project) postProject(options.project, url, frame);

  const settle = (detail: Settled): void => {
    // The reader may have gone elsewhere.
    if (!frame.isConnected) return;
    // An editor that waits for a click may have had none.
    if ('error' in detail && !options.editor.clickToLoad) tellFailure(place, detail.error);
    place.dispatchEvent(new CustomEvent(SETTLED, { detail }));
  };
  connectFrame(frame).then(
    (vm) => settle({ vm }),
    (error: Error) => settle({ error }),
  );
  return frame;
}

/** Sends a project into a frame. The SDK would have an inline script do it, which the content security policy forbids. */
function postProject(project: Project, action: string, frame: HTMLIFrameElement): void {
  examineProject(project);
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = action;
  form.target = frame.name;
  form.style.display = 'none';
  for (const [name, value] of projectFields(project)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = `project${name}`;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Fields of the form in which a project is sent, the ones that the SDK sends. */
function projectFields({ title, description, template, dependencies, settings, files }: Project): [string, string][] {
  const fields: [string, string][] = [
    ['[title]', title],
    ['[template]', typeof template === 'string' ? template : 'javascript'],
  ];
  if (description) fields.push(['[description]', description]);
  if (dependencies && template !== 'node') fields.push(['[dependencies]', JSON.stringify(dependencies)]);
  if (settings) fields.push(['[settings]', JSON.stringify(settings)]);
  for (const [path, text] of Object.entries(files))
    fields.push([`[files][${path.replaceAll('[', '%5B').replaceAll(']', '%5D')}]`, text]);
  return fields;
}
