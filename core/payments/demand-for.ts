import { type ChainRef, type EvmAddress, evmAddress, type Units } from '@interline/kernel';
import type { Demand } from './judge-request.ts';
import type { PaymentPorts } from './ports.ts';

/** What we sell: a price in units of a token, paid to that account of ours. */
export interface Sale {
  readonly chain: ChainRef;
  readonly token: string;
  readonly payTo: EvmAddress;
  readonly units: Units;
}

/** The demand as the wire has it, with the signing domain. */
export interface SaleDemand extends Demand {
  readonly maxTimeoutSeconds: number;
  readonly extra: { readonly name: string; readonly version: string };
}

/**
 * The x402 demand for a sale; null where no payment can be signed: coin, a chain of another family,
 * a token without authorizations. Throws `CHAIN_UNREACHABLE`.
 */
export type DemandFor = (sale: Sale, signal: AbortSignal) => Promise<SaleDemand | null>;

const goodForSec = 120;

export function demandFor({ authorized }: Pick<PaymentPorts, 'authorized'>): DemandFor {
  return async ({ chain, token, payTo, units }, signal) => {
    if (!authorized.chains.includes(chain) || !/^0x[0-9a-f]{40}$/i.test(token)) return null;
    const extra = await authorized.domainOf(chain, evmAddress(token), signal);
    if (extra === null) return null;
    return {
      scheme: 'exact',
      network: chain,
      asset: token,
      payTo,
      amount: units.toString(),
      maxTimeoutSeconds: goodForSec,
      extra,
    };
  };
}
