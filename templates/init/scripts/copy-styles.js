// The compiler leaves style sheets where they are: the package needs them beside the scripts that import them.
import { cpSync } from 'node:fs';

cpSync('src', 'lib', { recursive: true, filter: (file) => !/\.tsx?$/.test(file) });
