import type { Message } from './entry.ts';

/** Reason why a file may not be published: it is outside of the project, or its name suggests that it contains secrets. */
export type Refusal = 'outside' | 'private';

/** Describes a file that may not be published. The message contains nothing of the file's content. */
export function describeRefusal(refusal: Refusal, subject: string): Message {
  return refusal === 'outside'
    ? {
        text: `${subject} lies outside of the project`,
        notes: [
          'Only files in the project, its workspace and its installed packages can be used. Move the file into the project, or add its folder to `resolve.allow` in the configuration.',
        ],
      }
    : {
        text: `${subject} may contain secrets, so it is not published`,
        notes: ['If it contains no secrets, rename it, or add it to `resolve.allow` in the configuration.'],
      };
}
