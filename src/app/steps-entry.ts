/** The player of steps with their runner: loaded when a reader plays the steps of a demo. */
export { createPlayer } from '../runtime/player/create-player.ts';
