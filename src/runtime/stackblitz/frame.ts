import { connectFrame } from './connect.ts';
import type { StackBlitzPlace } from './place.ts';
import { showFailure } from './place.ts';
import { examineProject, openProject, type Project } from './sdk.ts';

/** Replaces the pressed button with the editor, or opens the project in a window. */
export function enterPlace(element: HTMLElement): void {
  const { url, options }: StackBlitzPlace = JSON.parse(element.dataset.stackblitz ?? '');
  if (options.project && !options.embed) {
    openProject(options.project, options.editor);
    return;
  }
  if (!element.isConnected || element.querySelector('iframe')) return;
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
  // The frame needs its name before it is added to the page. Chromium drops a form that is posted into a frame that is named later.
  if (options.project) frame.name = `stackblitz-${Math.random().toString(36).slice(2)}`;
  else frame.src = url;
  // The previous content is hidden, not removed, because React may own it.
  for (const child of element.children) (child as HTMLElement).hidden = true;
  element.append(frame);
  if (options.project) postProject(options.project, url, frame);
  frame.focus();
  connectFrame(frame).catch((error: Error) => {
    // The reader may have navigated away. If the editor waits for a click, a missing connection is not an error.
    if (frame.isConnected && !options.editor.clickToLoad) showFailure(element, error);
  });
}

/** Posts a project into a frame. The SDK would use an inline script for this, which the content security policy forbids. */
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

/** Returns the fields of the project's form, which are the same as the SDK's. */
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
