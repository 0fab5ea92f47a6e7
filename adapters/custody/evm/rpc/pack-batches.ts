/**
 * Groups that must stay together are packed, in order, into batches of at most `size`; only a
 * larger group is cut.
 */
export function packBatches<T>(groups: readonly (readonly T[])[], size: number): T[][] {
  const batches: T[][] = [];
  let open: T[] = [];
  for (const group of groups) {
    if (open.length > 0 && open.length + group.length > size) {
      batches.push(open);
      open = [];
    }
    for (const item of group) {
      if (open.length === size) {
        batches.push(open);
        open = [];
      }
      open.push(item);
    }
  }
  if (open.length > 0) batches.push(open);
  return batches;
}
