/**
 * The points of unmerged runs, then those that batches add, and a delegation under way (17): each
 * of the 19 points once. `npm run test:crash` runs 200 seeds.
 */
export const everyPoint: readonly number[] = [
  ...Array.from({ length: 14 }, (_, index) => index + 1),
  ...[16, 17, 20, 21, 24, 26, 27],
];
