import type { TransformFailure } from 'esbuild';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { transform } from './bundler.ts';
import { convertMessage } from './convert-message.ts';

/**
 * What is wrong with a text that `JSON.parse` has refused: it does not say where, or not always. Undefined when nothing
 * is found.
 *
 * @param file path that the place names
 */
export async function findJsonFault(
  text: string,
  file: string,
): Promise<(Pick<Diagnostic, 'text'> & { location?: Location }) | undefined> {
  try {
    await transform(text, { loader: 'json', sourcefile: file, logLevel: 'silent' });
    return undefined;
  } catch (failure) {
    const [message] = (failure as Partial<TransformFailure>).errors ?? [];
    if (!message) throw failure;
    const { text, location } = convertMessage(message, 'error');
    return { text, location };
  }
}
