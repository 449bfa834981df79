/** The bundler. Its process ends with this one, whatever it is at: left alone it would complain of a deadlock. */
import { stop } from 'esbuild';

process.once('exit', () => void stop());

export { build, context, transform } from 'esbuild';
