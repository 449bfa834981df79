/**
 * A classic script, because archived pages are of any tool and time. `node/render/machine-files.ts` writes its data.
 */
import { startVersions } from '../runtime/versions/start-versions.ts';
import type { VersionsData } from '../shared/versions/script-data.ts';

declare const VERSIONS_DATA: VersionsData;

const { currentScript } = document;
// A page in a frame is a part of another page, which has a banner itself.
if (self === top && currentScript instanceof HTMLScriptElement)
  startVersions(VERSIONS_DATA, new URL('.', currentScript.src));
