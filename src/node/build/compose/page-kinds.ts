import { hasTwins } from '../../content/machine-outputs.ts';
import type { SourcePage } from '../../content/types.ts';
import { withTabs } from '../../content/with-tabs.ts';
import type { Site } from '../../project/config/types.ts';
import { isChangeLog } from '../../project/feeds.ts';
import { mayNeedTypesIn } from '../pages/may-need-types.ts';
import type { PipelineOptions } from '../pipeline-options.ts';

export function createPageKinds({ config }: Pick<Site, 'config'>, { into }: Pick<PipelineOptions, 'into'>) {
  /** The page may contain demos or its own code. It is compiled first, because the bundler waits for it. */
  const isFirst = (page: SourcePage): boolean => withTabs(page).some(({ look }) => look.mayRun);
  /** The feed is generated from the page's Markdown twin, which is not an output. */
  const hasFeed = ({ routePath }: SourcePage): boolean => !hasTwins(config) && isChangeLog(routePath, config);
  const isText = (page: SourcePage): boolean => !isFirst(page) && !hasFeed(page) && !mayNeedTypesIn(page);
  return {
    isFirst,
    hasFeed,
    isText,
    isPlain: (page: SourcePage): boolean => into !== undefined && isText(page),
  };
}
