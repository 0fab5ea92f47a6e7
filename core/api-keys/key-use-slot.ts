/** How finely use is kept. */
const slotMs = 300_000;

/** The five minutes that hold a moment, by their beginning. */
export function slotOf(ms: number): number {
  return ms - (ms % slotMs);
}
