/** True in `npm run test:soak`: sets of builds are whole there, of which the usual run has a part. */
export const isWhole = process.env.BUILDS === 'all';
