import type { CodeEntry } from './entry.ts';

const ENTRY_PROBLEMS = {
  'no-object': 'it is not an object',
  'no-id': 'it has no `id`',
  'no-url': 'it has no `url`',
  'hash-no-text': 'its `hash` is not a string',
  'other-url': 'its `url` does not begin with https://codesandbox.io/',
};

const KEYS_PAGE = 'https://codesandbox.io/t/api';
const AGAIN = 'Run the command again later. It keeps existing sandboxes.';

function describeRefusal(status: number, retryAfter: number): { text: string; note: string } {
  if (status === 401)
    return {
      text: 'CodeSandbox does not accept the key',
      note: `Create a new key at ${KEYS_PAGE}, and set CSB_API_KEY to it. Keys start with csb_.`,
    };
  if (status === 402 || status === 403)
    return {
      text: 'CodeSandbox does not let this key create sandboxes',
      note: `At ${KEYS_PAGE}, give it permission to create sandboxes, and check the limits of your workspace's plan.`,
    };
  if (status === 429)
    return {
      text: 'CodeSandbox accepts no more requests for now',
      note: retryAfter > 0 ? AGAIN.replace('later', `in ${retryAfter} seconds`) : AGAIN,
    };
  if (status >= 500) return { text: 'CodeSandbox reported an internal error', note: AGAIN };
  return { text: 'CodeSandbox rejected the project', note: 'Check the project: --dry-run prints it.' };
}

export const SANDBOXES = {
  CD701: {
    name: 'invalid-sandbox-list',
    example: { files: { 'demos/sandboxes.json': '[]\n' } },
    message: {
      unreadable: ({ file, code }: { file: string; code: string | undefined }) => ({
        text: `${file} cannot be read (${code})`,
      }),
      invalid: ({ file, reason }: { file: string; reason: string }) => ({
        text: `${file} is not a list of sandboxes: ${reason}`,
        notes: [
          'Write an object with an entry per demo: `{"<demo id>": {"id": "…", "url": "https://codesandbox.io/…", "hash": "…"}}`.',
        ],
      }),
    },
  },
  CD702: {
    name: 'invalid-sandbox-entry',
    severity: 'warning',
    example: { files: { 'demos/sandboxes.json': '{ "docs-demo-hello": { "id": 1 } }\n' } },
    message: ({ demo, problem }: { demo: string; problem: keyof typeof ENTRY_PROBLEMS }) => ({
      text: `The entry for ${demo} is ignored: ${ENTRY_PROBLEMS[problem]}`,
      notes: ['Correct or remove it. `cascader-docs sandbox create` writes it again.'],
    }),
  },
  CD703: {
    name: 'codesandbox-refused',
    example: { when: '`cascader-docs sandbox create` with a key that has expired' },
    message: ({ status, retryAfter, reason }: { status: number; retryAfter: number; reason: string }) => {
      const { text, note } = describeRefusal(status, retryAfter);
      return { text: `${text} (status ${status})${reason && `: ${reason}`}`, notes: [note] };
    },
  },
  CD704: {
    name: 'codesandbox-unreachable',
    example: { when: '`cascader-docs sandbox create` without a network' },
    message: {
      late: () => ({
        text: 'CodeSandbox did not respond in time',
        notes: ['Look for the sandbox in your workspace, because it may already exist.', AGAIN],
      }),
      'no-connection': ({ reason }: { reason: string }) => ({
        text: `CodeSandbox cannot be reached: ${reason}`,
        notes: ['Check your network connection, then run the command again. It keeps existing sandboxes.'],
      }),
    },
  },
  CD705: {
    name: 'codesandbox-odd-answer',
    example: { when: 'a response without an id' },
    message: ({ reason }: { reason: string }) => ({
      text: `CodeSandbox sent an unexpected response: ${reason}`,
      notes: ['Look for the sandbox in your workspace, because it may already exist. Then update @codesandbox/sdk.'],
    }),
  },
  CD706: {
    name: 'codesandbox-interrupted',
    example: { when: '`cascader-docs sandbox create`, interrupted with Ctrl+C' },
    message: () => ({
      text: 'The request was canceled',
      notes: ['Look for the sandbox in your workspace, because it may already exist.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
