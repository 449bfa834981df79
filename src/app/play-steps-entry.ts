export { extendWithPlay as extendSteps } from '../runtime/play/play-story.ts';
export { prepareMore } from '../runtime/steps/more-steps.ts';
