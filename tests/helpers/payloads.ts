/** Strings that would run code if a page treated them as markup. Each then sets `window.xss`. */
const RUN = 'window.xss=1';
export const PAYLOADS: readonly string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<!--<script>${RUN}//`,
  `--><script>${RUN}</script>`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `]]><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `"><img src=x onerror=${RUN}>`,
  `'><img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<math><mtext><img src=x onerror=${RUN}></mtext></math>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="java&#9;script:${RUN}">x</a>`,
  `<body onload=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<style>*{background:url("javascript:${RUN}")}</style>`,
  `</style><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</noscript><script>${RUN}</script>`,
  `</template><script>${RUN}</script>`,
  `<template><script>${RUN}</script></template>`,
  `<base href="https://stranger.example/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  `<link rel="stylesheet" href="javascript:${RUN}">`,
  `<object data="javascript:${RUN}"></object>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `\u2028${RUN}\u2029<script>${RUN}</script>`,
  `\${${RUN}}{{${RUN}}}{${RUN}}`,
  `'-(${RUN})-'"-(${RUN})-"`,
  `\`;${RUN}//</script>`,
];

/** A page for each payload, which contains it in every location where a page shows text of the author. */
export function payloadSite(): Record<string, string> {
  const pages = PAYLOADS.map((payload, index) => {
    const text = JSON.stringify(payload);
    const lines = [
      '---',
      `title: ${text}`,
      `description: ${text}`,
      `nav: { title: ${text}, path: /n${index} }`,
      `group: { title: ${text} }`,
      `hero: { title: ${text}, description: ${text}, actions: [{ text: ${text}, link: / }] }`,
      `features: [{ title: ${text}, description: ${text} }]`,
      `keywords: [${text}]`,
      '---',
      '',
      // As Markdown text, with each character escaped.
      `## Contents ${escapeMarkdown(payload)}`,
      '',
      '```html [x.html]',
      payload.replace(/[\u2028\u2029]/g, ' '),
      '```',
      '',
      `In a line: \`\` ${payload.replaceAll('`', "'")} \`\`.`,
      '',
    ];
    return [`docs/n${index}/page.md`, lines.join('\n')] as const;
  });
  return Object.fromEntries([
    ...pages,
    ['docs/index.md', '# Home\n\nA page of no harm.\n'],
    ['docs/public/favicon.ico', ''],
  ]);
}

const escapeMarkdown = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/[\u2028\u2029]/g, ' ');

/** Paths, queries and hashes that an untrusted link may have. */
export const ADDRESSES: readonly string[] = [
  ...['/%', '/%2f', '/%00', '/%E0%A4%A', '/..%2f..%2fetc/passwd', '/__proto__', '/constructor', '/a//b//', '/n0/page/'],
  ...['/%3Cscript%3Ewindow.xss=1%3C/script%3E', '/javascript:window.xss=1', '/data:text/html,x', '/@stranger.example'],
  ...[
    '/?tab=%00',
    '/?tab=__proto__',
    '/?tab=<script>',
    '/?locale=constructor',
    '/?locale=%F0',
    `/?q=${'x'.repeat(8000)}`,
  ],
  ...[
    '/?a=%',
    '/?__proto__[x]=1',
    '/?constructor.prototype.x=1',
    '/?tab=default&tab=%FF',
    '/??##',
    '/?tab[]=x',
    '/?=&=&',
  ],
  ...[
    '/#%',
    '/#%E0%A4%A',
    '/#__proto__',
    '/#constructor',
    '/#<img src=x onerror=window.xss=1>',
    `/#${'x'.repeat(8000)}`,
  ],
  ...[
    '/#"]',
    "/#'",
    '/#\\',
    '/#[name=x]',
    '/#:has(*)',
    '/~demos/__proto__',
    '/~demos/constructor',
    '/~demos/%2e%2e%2f',
  ],
];
