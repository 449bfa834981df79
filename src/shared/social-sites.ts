/** Sites whose logo the header shows. */
export const SOCIAL_MARKS: readonly string[] = ['github', 'npm', 'discord', 'bluesky', 'mastodon', 'youtube'];

/** Sites whose names the interface translates. Sites without a logo are shown as an initial letter. */
export const SOCIAL_SITES: readonly string[] = [
  ...SOCIAL_MARKS,
  ...['weibo', 'twitter', 'x', 'gitlab', 'facebook', 'zhihu', 'yuque', 'linkedin'],
];
