/** True in `npm run test:soak`, which runs all builds of a set. Other runs select some of them. */
export const isWhole = process.env.BUILDS === 'all';
