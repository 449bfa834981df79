import { hasTwins } from '../../content/machine-outputs.ts';
import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { Site } from '../../project/config/types.ts';
import { isChangeLog } from '../../project/feeds.ts';
import { mayNeedTypesIn } from '../pages/may-need-types.ts';
import type { PipelineOptions } from '../pipeline-options.ts';

export interface PageKinds {
  /** The page may contain demos or its own code. It is compiled first, because the bundler waits for it. */
  isFirst(page: SourcePage): boolean;
  /** The feed is generated from the page's Markdown twin, which is not an output. */
  hasFeed(page: SourcePage): boolean;
  isText(page: SourcePage): boolean;
  isPlain(page: SourcePage): boolean;
}

export function createPageKinds({ config }: Pick<Site, 'config'>, { into }: Pick<PipelineOptions, 'into'>): PageKinds {
  const isFirst = (page: SourcePage): boolean => withTabs(page).some(({ look }) => look.mayRun);
  const hasFeed = ({ routePath }: SourcePage): boolean => !hasTwins(config) && isChangeLog(routePath, config);
  const isText = (page: SourcePage): boolean => !isFirst(page) && !hasFeed(page) && !mayNeedTypesIn(page);
  return {
    isFirst,
    hasFeed,
    isText,
    isPlain: (page) => into !== undefined && isText(page),
  };
}
