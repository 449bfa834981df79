import type { Message } from './entry.ts';

/** Reason why a file may not be published: it is outside of the project, or has the name of a file that holds secrets. */
export type Refusal = 'outside' | 'private';

/** Describes a file that may not be published. The message contains nothing of the file's content. */
export function describeRefusal(refusal: Refusal, subject: string): Message {
  return refusal === 'outside'
    ? {
        text: `${subject} lies outside of the project`,
        notes: [
          'Only files of the project, of its workspace and of installed packages can be used: move the file there, or name its folder in `resolve.allow` of the config',
        ],
      }
    : {
        text: `${subject} may hold secrets and is not published`,
        notes: ['If it holds none, rename it, or name the file in `resolve.allow` of the config'],
      };
}
