/**
 * A classic script, because archived pages can be from any tool and of any age. `node/render/machine-files.ts` writes its data.
 */
import { startVersions } from '../runtime/versions/start-versions.ts';
import type { VersionsData } from '../shared/versions/script-data.ts';

declare const VERSIONS_DATA: VersionsData;

const { currentScript } = document;
// A page in a frame is a part of another page, which has its own banner.
if (self === top && currentScript instanceof HTMLScriptElement)
  startVersions(VERSIONS_DATA, new URL('.', currentScript.src));
