/** True in `npm run test:soak`, which runs all builds of a set. Other runs select some of the builds. */
export const isWhole = process.env.BUILDS === 'all';
