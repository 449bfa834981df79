import type { Site } from '../../project/config/types.ts';
import type { Cache } from '../../store/cache.ts';
import type { RendererLoader } from '../compose/renderer.ts';
import type { PipelineOptions } from '../pipeline-options.ts';
import type { Run } from '../run.ts';

/** The state of one run of the pipeline, which all stages share. */
export interface Job {
  site: Site;
  options: PipelineOptions;
  run: Run;
  /** Loads the renderer of pages, and explains its errors. */
  loader: RendererLoader;
  /** Bundles of earlier builds. */
  cache: Cache;
}
