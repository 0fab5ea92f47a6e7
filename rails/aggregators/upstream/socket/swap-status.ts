import type { EvmAddress, Progress } from '@interline/plugins';
import { z } from 'zod';
import { address } from '../../wire/fields.ts';
import { namedLeg, namedTx } from './named-tx.ts';
import { socketCoin } from './request.ts';

const output = z.object({ token: z.object({ address }) });

/**
 * Version 3. Clients read the word from `statusCode` first. Where the destination's hash stands is
 * not documented: these are the places seen.
 */
export const swapStatus = z
  .object({
    statusCode: z.string().nullish(),
    status: z.string().nullish(),
    destinationTxHash: namedTx,
    destination: z
      .object({ txHash: namedTx, output: z.array(output).catch([]) })
      .optional()
      .catch(undefined),
    destinationData: namedLeg,
    refund: namedLeg,
  })
  .refine(({ statusCode, status }) => (statusCode ?? status ?? '') !== '');

type SwapStatus = z.output<typeof swapStatus>;

/** `token` is the one that is to arrive. */
export function swapProgress(swap: SwapStatus, token: EvmAddress): Progress {
  switch ((swap.statusCode ?? swap.status ?? '').toUpperCase()) {
    case 'PENDING':
      return { status: 'BRIDGING', stage: 'PENDING' };
    case 'IN_PROGRESS':
      return { status: 'BRIDGING', stage: 'IN_PROGRESS' };
    case 'COMPLETED':
    case 'SUCCESS':
    case 'FULFILLED':
    case 'SETTLED':
      return delivered(swap, token);
    case 'FAILED':
      return { status: 'FAILED', stage: 'FAILED' };
    case 'EXPIRED':
      return { status: 'FAILED', stage: 'EXPIRED' };
    case 'CANCELLED':
      return { status: 'FAILED', stage: 'CANCELLED' };
    case 'REFUNDED':
      return {
        status: 'FAILED',
        stage: 'REFUNDED',
        ...(swap.refund?.txHash === undefined ? {} : { refundTx: swap.refund.txHash }),
      };
    default:
      return { status: 'BRIDGING', stage: 'UNKNOWN' };
  }
}

/**
 * A swap that fails behind the bridge pays out what was bridged, and is complete all the same.
 * Socket may name a coin as its wrapped token.
 */
function delivered(
  { destinationTxHash, destination, destinationData }: SwapStatus,
  token: EvmAddress,
): Progress {
  const destTx = destinationTxHash ?? destination?.txHash ?? destinationData?.txHash;
  const paid = destination?.output ?? [];
  const isOther =
    token !== socketCoin &&
    paid.length > 0 &&
    paid.every((output) => output.token.address !== token);
  return {
    ...(isOther
      ? { status: 'FAILED', stage: 'DELIVERED_OTHER_TOKEN' }
      : { status: 'DONE', stage: 'DELIVERED' }),
    ...(destTx === undefined ? {} : { destTx }),
  };
}
