export { extendSteps, prepareMore } from '../runtime/steps/more-steps.ts';
