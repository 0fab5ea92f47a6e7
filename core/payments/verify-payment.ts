import type { EvmAddress } from '@interline/kernel';
import { type PaymentRequest, judgeRequest } from './judge-request.ts';
import type { PaymentPorts } from './ports.ts';
import { reasonOf } from './reasons.ts';

export interface Verdict {
  readonly isValid: boolean;
  /** In the words of x402; null where it is valid. */
  readonly reason: string | null;
  /** Further explanation in our own words; null where there is none. */
  readonly why: string | null;
  /** Null where the payment does not name its payer. */
  readonly payer: EvmAddress | null;
}

/**
 * Whether a payment would succeed if it were settled now. Sends and stores nothing, so an error of
 * a node does not cost the payer its nonce. Throws `CHAIN_UNREACHABLE`, `GAS_CEILING`.
 */
export type VerifyPayment = (request: PaymentRequest, signal: AbortSignal) => Promise<Verdict>;

export function verifyPayment(
  ports: Pick<PaymentPorts, 'authorized' | 'tokens' | 'clock'>,
): VerifyPayment {
  return async (request, signal) => {
    const judged = judgeRequest(ports, request);
    if (!judged.ok)
      return { isValid: false, reason: judged.reason, why: null, payer: judged.payer };
    const payer = judged.transfer.from;
    const tried = await ports.authorized.tryTransfer(judged.transfer, nowSecOf(ports), signal);
    return tried.ok
      ? { isValid: true, reason: null, why: null, payer }
      : {
          isValid: false,
          reason: reasonOf(tried.fault, judged.transfer.method),
          why: tried.why,
          payer,
        };
  };
}

export function nowSecOf({ clock }: Pick<PaymentPorts, 'clock'>): bigint {
  return BigInt(Math.floor(clock.now() / 1_000));
}
