import type { TransformFailure } from 'esbuild';
import type { Diagnostic, Location } from '../../base/diagnostics/diagnostic.ts';
import { transform } from './bundler.ts';
import { convertMessage } from './convert-message.ts';

/** Locates an error in JSON, because `JSON.parse` does not always report a location. Returns undefined if there is no error. */
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
    // esbuild puts what it found in quotes, even if that is already a string in quotes.
    return { text: text.replace(/"\\"(.*)\\""/, '"$1"'), location };
  }
}
