/** What is known of the place of an editor, by those who fill it and those who are told. */
import type { StackBlitzVM } from './connect.ts';
import type { StackBlitzOptions } from './options.ts';

/** What stands in a place's attribute, as JSON. */
export interface StackBlitzPlace {
  /** Of the frame, or what a project is posted to. */
  url: string;
  options: StackBlitzOptions;
}

/** Event on a place, when its frame is connected or is known not to be. */
export type SettledEvent = 'cascader-docs:stackblitz';

/** What is told of a frame: the connection to its editor, or why there is none. */
export type Settled = { vm: StackBlitzVM } | { error: Error };
