/** What pages have asked of the disk and of each other, kept so that it can be asked again. */
import { answerText, decode, encode, type InputPlace, isOwn } from '../cache/inputs.ts';
import { answerOf, hashOf, type Question, type Seen, tellFact } from '../cache/observe-reads.ts';
import type { Asked } from '../compile/compile-page.ts';
import type { PageAddress, PageIndex } from '../compile/page-index.ts';
import type { ListPages } from '../prerender/page-list.ts';

/** A question with its answer. Paths below the project are relative to it, so that it may lie elsewhere. */
export type LookUp = [question: Exclude<Question, 'git'> | 'page' | 'route' | 'list', name: string, answer: string];

/** What was asked, as it is kept; undefined when nobody knows what was, or something changed meanwhile. */
export function takeLookUps(
  { seen, files, routes, lists }: Partial<Asked> & { seen: Seen; lists?: AskedLists },
  place: InputPlace,
): LookUp[] | undefined {
  if (seen.isUnknown || seen.modules.size > 0) return undefined;
  const found = new Map<string, LookUp>();
  for (const { question, path, answer } of seen.facts) {
    if (isOwn(path, place)) continue;
    if (question === 'git') return undefined;
    const text = answerText(question, path, answer, place);
    const known = found.get(`${question} ${path}`);
    if (known && known[2] !== text) return undefined;
    found.set(`${question} ${path}`, [question, encode(path, place), text]);
  }
  return [
    ...found.values(),
    ...Array.from(files ?? [], ([file, address]): LookUp => ['page', encode(file, place), textOf(address)]),
    ...Array.from(routes ?? [], ([route, isThere]): LookUp => ['route', route, String(isThere)]),
    ...Array.from(lists ?? [], ([name, digest]): LookUp => ['list', name, digest]),
  ];
}

/** Digests of lists of pages, by content locale and path. */
export type AskedLists = Map<string, string>;

/** Creates a function that starts to record which lists of pages are read; the digest of each list is computed once. */
export function createListRecorder(listPages: ListPages): () => { listPages: ListPages; lists: AskedLists } {
  const digests = new Map<unknown, string>();
  return () => {
    const lists: AskedLists = new Map();
    return {
      lists,
      listPages(locale, below) {
        const list = listPages(locale, below);
        const digest = digests.get(list) ?? hashOf(JSON.stringify(list));
        digests.set(list, digest);
        lists.set(`${locale} ${below}`, digest);
        return list;
      },
    };
  };
}

/** Asks again, each question once. */
export function createLookUpCheck(
  { index, listPages }: { index: PageIndex; listPages: ListPages },
  place: InputPlace,
): (lookUp: LookUp) => boolean {
  const answers = new Map<string, string>();
  const record = createListRecorder(listPages);
  const ask = ([question, name]: LookUp): string => {
    if (question === 'route') return String(index.byRoute.has(name));
    if (question === 'list') {
      const { lists, ...recorded } = record();
      recorded.listPages(name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1));
      return lists.get(name) ?? '';
    }
    const file = decode(name, place);
    if (question === 'page') return textOf(index.byFile.get(file));
    const answer = answerOf(question, file);
    // What a page that is taken has asked counts as asked by this build.
    tellFact({ question, path: file, answer });
    return answerText(question, file, answer, place);
  };
  return (lookUp) => {
    const key = `${lookUp[0]} ${lookUp[1]}`;
    const answer = answers.get(key) ?? ask(lookUp);
    answers.set(key, answer);
    return answer === lookUp[2];
  };
}

function textOf(address: PageAddress | undefined): string {
  return address ? [address.routePath, ...(address.tab === undefined ? [] : [address.tab])].join('?') : '';
}
