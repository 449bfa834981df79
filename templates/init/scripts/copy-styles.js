// The compiler does not copy style sheets, but the package needs them next to the scripts that import them.
import { cpSync } from 'node:fs';

cpSync('src', 'lib', { recursive: true, filter: (file) => !/\.tsx?$/.test(file) });
