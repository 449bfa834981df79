import type { Json } from '../../../shared/entities.ts';
import type { Location } from '../../base/diagnostics/diagnostic.ts';
import type { ControlLimits } from '../../markdown/types.ts';
import type { CheckedBlock } from '../check/checked-file.ts';

export interface PlaygroundDemo {
  id: string;
  name: string;
  /** Absolute path of the entry file. Undefined for code in a page. */
  filePath?: string;
  block?: CheckedBlock;
  headerLength: number;
  /** Names of the props with controls, in this order. Default: the component's own. */
  listed?: string[];
  listedAt?: Location | undefined;
  /** Data of a `<Playground>` tag, which the code was generated from. */
  tag?: {
    id: string;
    initial: Record<string, Json>;
    location: Location;
    initialAt?: Location | undefined;
    isDerived?: boolean;
    limits?: Record<string, ControlLimits>;
  };
}
