import type { Frontmatter } from '../../shared/entities.ts';
import { codeFence, escapeText } from './html-to-markdown.ts';
import { linkTarget, type Retarget } from './rewrite-links.ts';

export function writtenHomeLinks({ hero, features = [] }: Frontmatter): string[] {
  return [...(hero?.actions ?? []), ...features].flatMap(({ link }) => link ?? []);
}

/** `titleAsHeading`: the hero's title is the heading of the page. */
export function homeMarkdown(
  { hero = {}, features = [] }: Frontmatter,
  { titleAsHeading, retarget }: { titleAsHeading: boolean; retarget: Retarget | undefined },
): string[] {
  const linked = (text: string, link: string | undefined): string => {
    const next = link && retarget?.(link);
    return link === undefined || next === false ? text : `[${text}](${linkTarget(next || link)})`;
  };
  const bold = (text: string): string => `**${text}**`;
  const { title, description, actions = [], install } = hero;
  const items = features.map(({ title, description, link }) =>
    [title && linked(bold(escapeText(title)), link), description && escapeText(description)].filter(Boolean).join(': '),
  );
  return [
    title ? (titleAsHeading ? `# ${escapeText(title)}` : bold(escapeText(title))) : '',
    description ? escapeText(description) : '',
    listOf(actions.map(({ text, link }) => linked(escapeText(text), link))),
    install ? codeFence(install.trim(), 'sh') : '',
    listOf(items),
  ].filter(Boolean);
}

function listOf(items: string[]): string {
  return items
    .filter(Boolean)
    .map((item) => `- ${item}`)
    .join('\n');
}
