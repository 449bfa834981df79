import type { CodeEntry } from './entry.ts';

const ENTRY_PROBLEMS = {
  'no-object': 'it is not an object',
  'no-id': 'it has no `id`',
  'no-url': 'it has no `url`',
  'hash-no-text': 'its `hash` is not a string',
  'other-url': 'its `url` does not begin with https://codesandbox.io/',
};

const KEYS_PAGE = 'https://codesandbox.io/t/api';
const AGAIN = 'Run the command again later. The command keeps existing sandboxes.';

function adviseRefusal(status: number, retryAfter: number): string {
  if (status === 401 || status === 402 || status === 403)
    return `Check the key, its permission to create sandboxes, and your workspace's plan at ${KEYS_PAGE}.`;
  if (status !== 429 && status < 500) return 'Check the project, which --dry-run prints.';
  return retryAfter > 0 ? AGAIN.replace('later', `in ${retryAfter} seconds`) : AGAIN;
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
          'Write an object with one entry per demo: `{"<demo id>": {"id": "…", "url": "https://codesandbox.io/…", "hash": "…"}}`.',
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
      notes: ['Correct or remove the entry. `cascader-docs sandbox create` writes a new one.'],
    }),
  },
  CD703: {
    name: 'codesandbox-refused',
    example: { when: '`cascader-docs sandbox create` with a key that has expired' },
    message: ({ status, retryAfter, reason }: { status: number; retryAfter: number; reason: string }) => ({
      text: `CodeSandbox refused the request (status ${status})${reason && `: ${reason}`}`,
      notes: [adviseRefusal(status, retryAfter)],
    }),
  },
  CD704: {
    name: 'codesandbox-no-answer',
    example: { when: '`cascader-docs sandbox create` without a network' },
    message: ({ reason }: { reason: string }) => ({
      text: `CodeSandbox did not respond: ${reason}`,
      notes: ['Look for the sandbox in your workspace, because it may already exist.', AGAIN],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
