import { Transaction } from '../curve.ts';

/** BIP-125: one input with a sequence below 0xfffffffe lets the whole transaction be replaced. */
export function signalsReplacement(raw: string): boolean {
  return Transaction.fromHex(raw).ins.some(({ sequence }) => sequence < 0xffff_fffe);
}
