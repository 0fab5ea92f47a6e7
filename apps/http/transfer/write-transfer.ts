import { chainToWire, type QuoteRequest } from '@interline/kernel';
import { writeTokenAddress } from '../server/present/write-address.ts';

/** What moves from where to where, as every request of the interface names it. */
export function writeTransfer({
  lane,
  from,
  to,
  amount,
}: Pick<QuoteRequest, 'lane' | 'from' | 'to' | 'amount'>) {
  return {
    fromChain: chainToWire(lane.from),
    toChain: chainToWire(lane.to),
    fromToken: writeTokenAddress(from),
    toToken: writeTokenAddress(to),
    amount: amount.toString(),
  };
}
