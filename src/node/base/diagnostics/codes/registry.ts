import type { CodeEntry } from './entry.ts';

export const REGISTRY = {
  CD840: {
    name: 'registry-unreachable',
    severity: 'error',
    example: { when: 'a registry that is down, or a machine without a network' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `npm cannot read ${name} from its registry: ${reason}`,
      notes: [
        'Run the command again later, or add `--offline` to use only the packages in the cache of npm.',
        'If the registry is wrong, correct its URL in `.npmrc`.',
      ],
    }),
  },
  CD841: {
    name: 'registry-denied',
    severity: 'error',
    example: { when: 'a private package without a token in `.npmrc`' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `The registry of npm denies access to ${name}: ${reason}`,
      notes: ['Log in: `npm login`.', 'In CI, add the token of the registry to `.npmrc`.'],
    }),
  },
  CD842: {
    name: 'package-not-published',
    severity: 'error',
    example: { when: 'a package that was never published, or a version that was withdrawn' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `${name} is not published: ${reason}`,
      notes: [
        'Check the name and the version. A version that was withdrawn cannot be read.',
        'If the package is in another registry, set it in `.npmrc`. If it is private, log in.',
      ],
    }),
  },
  CD843: {
    name: 'damaged-package',
    severity: 'error',
    example: { when: 'a tarball that does not match its checksum, or that contains paths outside of its folder' },
    message: ({ name, reason }: { name: string; reason: string }) => ({
      text: `The package ${name} is not used: ${reason}`,
      notes: [
        'Run the command again. If the message remains, report it to the maintainers of the package or of the registry.',
      ],
    }),
  },
  CD844: {
    name: 'not-in-npm-cache',
    severity: 'error',
    example: { when: '`--offline` before the packages were read for the first time' },
    message: ({ name }: { name: string }) => ({
      text: `${name} is not in the cache of npm, and the network must not be used`,
      notes: ['Run the command once without `--offline`, and without `offline=true` in `.npmrc`.'],
    }),
  },
} as const satisfies Record<string, CodeEntry>;
