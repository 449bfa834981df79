import { type ChangesData, type ChosenVersions, changesBetween } from '../../shared/api-changes/changes-data.ts';
import type { ChangeMessage } from '../../shared/api-changes/describe-change.ts';
import { changesIn } from '../../shared/api-changes/fold-exports.ts';
import type { ExportChanges } from '../../shared/api-changes/group-changes.ts';
import { NEXT } from '../../shared/api-table.ts';
import { CHANGES_RESULT_ATTRIBUTE, MESSAGE_ATTRIBUTE } from '../../shared/dom-contract.ts';
import { announce } from '../announce.ts';
import { RENDER_EVENT } from '../events.ts';
import { elementOfHash } from '../hash-target.ts';
import { type ChangesContext, changeElements, element } from './render-changes.ts';

type Shown = { message: ChangeMessage } | { choice: Choice; groups: ExportChanges[]; data: ChangesData };

export function start(picker: Element): void {
  const controls = controlsOf(picker);
  const texts = createTexts(picker);
  const result = picker.parentElement?.querySelector(`[${CHANGES_RESULT_ATTRIBUTE}]`);
  if (!controls || !result) return;
  const load = createLoad(picker as HTMLElement);
  let shown: Shown | undefined;

  const print = (): string => {
    const content = shown ? contentOf(shown, { ...texts, show: controls.show }) : [];
    result.replaceChildren(...content);
    const hidesList = shown !== undefined && 'groups' in shown;
    for (const part of listAround(picker)) part.hidden = hidesList;
    // The table of contents has no entries for hidden headings.
    document.dispatchEvent(new Event(RENDER_EVENT));
    return content.length > 0 ? (hidesList ? countText(content) : (result.textContent ?? '')) : '';
  };
  const set = (next: Shown | undefined): void => {
    shown = next;
    const text = print();
    if (text !== '') announce(text);
  };
  const follow = async (): Promise<void> => {
    if (!picker.isConnected) return;
    const { search } = location;
    const choice = readChoice(search, controls);
    controls.set(typeof choice === 'string' ? undefined : choice);
    if (choice === 'none') return set(undefined);
    if (choice === 'unknown') return set({ message: 'changes.unknown' });
    result.setAttribute('aria-busy', 'true');
    const data = await load().catch(() => undefined);
    result.removeAttribute('aria-busy');
    // The reader has chosen something else in the meantime.
    if (location.search !== search) return;
    const groups = data && changesBetween(data, choice);
    if (!data) set({ message: 'changes.failed' });
    else set(groups ? { choice, groups, data } : { message: 'changes.order' });
  };
  const choose = (): void => {
    const url = new URL(location.href);
    url.search = writeChoice(url.search, controls.get());
    url.hash = '';
    if (url.search === location.search) void follow();
    else setUrl(url);
  };
  const followHash = (): void => {
    const target = elementOfHash(location.hash);
    if (!target || !listAround(picker).some((part) => part.hidden && part.contains(target))) return void follow();
    const url = new URL(location.href);
    url.search = writeChoice(url.search, undefined);
    setUrl(url, { replaces: true });
    target.scrollIntoView();
  };
  picker.addEventListener('change', choose);
  addEventListener('popstate', follow);
  addEventListener('hashchange', followHash);
  // The runtime translates the strings.
  new MutationObserver(print).observe(picker, { childList: true, subtree: true });
  if (controls.get() && readChoice(location.search, controls) === 'none') choose();
  else void follow();
}

function controlsOf(picker: Element) {
  const from = picker.querySelector<HTMLSelectElement>('select[name="from"]');
  const to = picker.querySelector<HTMLSelectElement>('select[name="to"]');
  const breaking = picker.querySelector<HTMLInputElement>('input[name="breaking"]');
  if (!from || !to || !breaking) return undefined;
  const options = [...to.options];
  return {
    versions: options.map(({ value, text }) => ({ version: value, shown: text })),
    newest: options.find(({ value }) => value !== NEXT)?.value ?? NEXT,
    show: (version: string) => options.find(({ value }) => value === version)?.text ?? version,
    get: (): Choice | undefined =>
      from.value === '' ? undefined : { from: from.value, to: to.value, onlyBreaking: breaking.checked },
    set(choice: Choice | undefined): void {
      from.value = choice?.from ?? '';
      if (choice) to.value = choice.to;
      breaking.checked = choice?.onlyBreaking ?? false;
      breaking.disabled = choice === undefined;
    },
  };
}

function createTexts(picker: Element): Pick<ChangesContext, 'text' | 'badge'> {
  const find = (id: ChangeMessage): Element | null => picker.querySelector(`[${MESSAGE_ATTRIBUTE}="${id}"]`);
  const copy = (source: Element | null): Node => {
    const copied = element('span', source?.textContent ?? '');
    const language = source?.getAttribute('lang');
    if (language) copied.lang = language;
    return copied;
  };
  return {
    text: (id) => copy(find(id)),
    badge() {
      const source = find('changes.breaking');
      const badge = element('span', copy(source));
      badge.className = source?.parentElement?.className ?? '';
      return badge;
    },
  };
}

/** After a failure, the next call tries again. */
function createLoad(picker: HTMLElement): () => Promise<ChangesData> {
  const loaded = new Map<string, Promise<ChangesData>>();
  return () => {
    // In `dev`, the URL is different after a change to the library.
    const url = picker.dataset.changes ?? '';
    const known = loaded.get(url) ?? fetchData(url);
    loaded.set(url, known);
    known.catch(() => loaded.delete(url));
    return known;
  };
}

async function fetchData(url: string): Promise<ChangesData> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return (await response.json()) as ChangesData;
}

function listAround(picker: Element): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = picker.parentElement?.nextElementSibling; part; part = part.nextElementSibling)
    parts.push(part as HTMLElement);
  return parts;
}

function contentOf(shown: Shown, context: Omit<ChangesContext, 'links'>): HTMLElement[] {
  const { text, show } = context;
  if ('message' in shown) return [element('p', text(shown.message))];
  const { choice, groups, data } = shown;
  const all = changesIn(groups);
  const breaking = all.filter(({ isBreaking }) => isBreaking);
  const listed = choice.onlyBreaking
    ? groups.flatMap((group) => {
        const changes = group.changes.filter(({ isBreaking }) => isBreaking);
        return changes.length > 0 ? [{ ...group, changes }] : [];
      })
    : groups;
  const counts = [text('changes.count'), `: ${all.length} · `, text('changes.breaking'), `: ${breaking.length}`];
  return [
    element('h2', `${show(choice.from)} → ${show(choice.to)}`),
    element('p', ...counts),
    ...(choice.to === NEXT ? [element('p', text('changes.nextNames'))] : []),
    ...changeElements(listed, { ...context, links: data.links }),
  ];
}

function countText(content: readonly HTMLElement[]): string {
  return content
    .slice(0, 2)
    .map(({ textContent }) => textContent)
    .join('. ');
}

interface Choice extends ChosenVersions {
  onlyBreaking: boolean;
}

const [FROM, TO, BREAKING] = ['from', 'to', 'breaking'] as const;

/** `to` defaults to the newest version. Returns `none` without `from`, and `unknown` for a version that is not in the list. */
function readChoice(
  query: string,
  { versions, newest }: { versions: readonly { version: string; shown: string }[]; newest: string },
): Choice | 'none' | 'unknown' {
  const parameters = new URLSearchParams(query);
  const written = parameters.get(FROM);
  if (written === null) return 'none';
  const find = (text: string): string | undefined =>
    versions.find(({ version, shown }) => version === text || shown === text)?.version;
  const [from, to] = [find(written), find(parameters.get(TO) ?? newest)];
  if (from === undefined || to === undefined) return 'unknown';
  return { from, to, onlyBreaking: parameters.has(BREAKING) };
}

/** Other parameters are kept. */
function writeChoice(query: string, choice: Choice | undefined): string {
  const parameters = new URLSearchParams(query);
  for (const name of [FROM, TO, BREAKING]) parameters.delete(name);
  if (choice) {
    parameters.set(FROM, choice.from);
    parameters.set(TO, choice.to);
    if (choice.onlyBreaking) parameters.set(BREAKING, '');
  }
  return parameters.toString().replace(/(^|&)breaking=$/, '$1breaking');
}

/** Boot has separate code for tabs, because a shared function would make the script of every page longer. */
function setUrl(url: URL, { replaces = false }: { replaces?: boolean } = {}): void {
  if (replaces) history.replaceState(history.state, '', url);
  else history.pushState({ ...history.state, key: String(Math.random()) }, '', url);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}
