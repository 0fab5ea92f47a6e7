import { RpcFault } from '../rpc/rpc-fault.ts';

/**
 * The first block at which a condition holds, given a later block at which it holds. Searches back
 * in doubling steps, then bisects if the node no longer serves a state, because most nodes serve
 * only recent states. `notSo` is the last block at which the condition is known not to hold, -1 if
 * there is none. Null if it already held before the served states.
 */
export async function turningPoint(
  known: number,
  isSo: (block: number) => Promise<boolean>,
  notSo = -1,
): Promise<number | null> {
  let first = known;
  let before = notSo;
  let step = 1;
  let isAtTheEdge = false;
  while (first > 0 && before === notSo && first - 1 > notSo) {
    const below = Math.max(0, notSo + 1, first - step);
    const answer = await unlessUnserved(isSo(below));
    if (answer === null && step === 1) return null;
    if (answer === null) isAtTheEdge = true;
    else if (answer) first = below;
    else before = below;
    step = isAtTheEdge ? Math.max(1, Math.floor(step / 2)) : step * 2;
  }
  while (first - before > 1) {
    const middle = Math.floor((before + first) / 2);
    if (await isSo(middle)) first = middle;
    else before = middle;
  }
  return first;
}

/**
 * Null if the node no longer has the state: it then returns an error, or does not know the block.
 */
async function unlessUnserved(asked: Promise<boolean>): Promise<boolean | null> {
  try {
    return await asked;
  } catch (error) {
    if (
      error instanceof RpcFault &&
      (error.kind === 'error-answer' || error.kind === 'inconsistent')
    )
      return null;
    throw error;
  }
}
