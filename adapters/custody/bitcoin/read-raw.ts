import { Transaction } from './curve.ts';
import { type Outpoint, outpointOf } from './outpoint.ts';

/** The outputs that a serialized transaction spends, in input order. */
export function inputsOf(raw: string): readonly Outpoint[] {
  return Transaction.fromHex(raw).ins.map(({ hash, index }) =>
    outpointOf(Buffer.from(hash).reverse().toString('hex'), index),
  );
}

/** The values of its outputs, in sats. */
export function outputsOf(raw: string): readonly bigint[] {
  return Transaction.fromHex(raw).outs.map(({ value }) => value);
}
