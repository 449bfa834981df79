export { createPlayer } from '../runtime/player/create-player.ts';
