import type { EvmAddress, Progress } from '@interline/plugins';
import { z } from 'zod';
import { address, namedTx } from '../../wire/fields.ts';
import { bridging, delivered, deliveredOther, failed, refunded } from '../../wire/progress.ts';
import { socketCoin } from './request.ts';

/** A side of a transfer, with its transaction where it has one. */
export const namedLeg = z.object({ txHash: namedTx }).optional().catch(undefined);

const output = z.object({ token: z.object({ address }) });

/**
 * Version 3. Clients read the stage from `statusCode` first. The position of the destination's hash
 * is not documented: these are the ones seen.
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

/** `token` is the one that should arrive. */
export function swapProgress(swap: SwapStatus, token: EvmAddress): Progress {
  switch ((swap.statusCode ?? swap.status ?? '').toUpperCase()) {
    case 'PENDING':
      return bridging('PENDING');
    case 'IN_PROGRESS':
      return bridging('IN_PROGRESS');
    case 'COMPLETED':
    case 'SUCCESS':
    case 'FULFILLED':
    case 'SETTLED':
      return arrived(swap, token);
    case 'FAILED':
      return failed('FAILED');
    case 'EXPIRED':
      return failed('EXPIRED');
    case 'CANCELLED':
      return failed('CANCELLED');
    case 'REFUNDED':
      return refunded(swap.refund?.txHash);
    default:
      return bridging('UNKNOWN');
  }
}

/**
 * A swap that fails after the bridge pays out the bridged token, and still counts as complete.
 * Socket may name a coin as its wrapped token.
 */
function arrived(
  { destinationTxHash, destination, destinationData }: SwapStatus,
  token: EvmAddress,
): Progress {
  const destTx = destinationTxHash ?? destination?.txHash ?? destinationData?.txHash;
  const paid = destination?.output ?? [];
  const isOther =
    token !== socketCoin &&
    paid.length > 0 &&
    paid.every((output) => output.token.address !== token);
  return isOther ? deliveredOther(destTx) : delivered(destTx);
}
