/** Sites whose mark the header shows. */
export const SOCIAL_MARKS: readonly string[] = ['github', 'npm', 'discord', 'bluesky', 'mastodon', 'youtube'];

/** Sites whose names the interface translates. A site without a mark is shown by its initial. */
export const SOCIAL_SITES: readonly string[] = [
  ...SOCIAL_MARKS,
  ...['weibo', 'twitter', 'x', 'gitlab', 'facebook', 'zhihu', 'yuque', 'linkedin'],
];
