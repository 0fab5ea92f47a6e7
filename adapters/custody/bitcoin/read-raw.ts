import { Transaction } from './curve.ts';
import { type Outpoint, outpointOf } from './outpoint.ts';

/** What a serialized transaction spends, in its order. */
export function inputsOf(raw: string): readonly Outpoint[] {
  return Transaction.fromHex(raw).ins.map(({ hash, index }) =>
    outpointOf(Buffer.from(hash).reverse().toString('hex'), index),
  );
}

/** The value of one of its outputs, in sats; throws where it has no such output. */
export function outputOf(raw: string, vout: number): bigint {
  const output = Transaction.fromHex(raw).outs[vout];
  if (output === undefined) throw new RangeError(`the transaction has no output ${vout}`);
  return output.value;
}
