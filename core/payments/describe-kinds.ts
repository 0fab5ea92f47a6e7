import { type ChainRef, type EvmAddress, evmAddress, isNative } from '@interline/kernel';
import type { SigningDomain, TransferMethod } from '@interline/ports';
import type { PaymentPorts } from './ports.ts';

/**
 * The payments that are settled on a chain: transfers of these tokens that their holders signed.
 */
export interface ServedChain {
  readonly chain: ChainRef;
  readonly signer: EvmAddress;
  readonly assets: readonly ServedAsset[];
}

export interface ServedAsset {
  readonly symbol: string;
  readonly address: EvmAddress;
  readonly decimals: number;
  /** The methods by which we move the token; never empty. */
  readonly methods: readonly TransferMethod[];
  /** The token's own signing domain; null where it takes no authorizations. */
  readonly domain: SigningDomain | null;
}

/** Chains that do not answer in time are left out. */
export type DescribeKinds = (signal: AbortSignal) => Promise<readonly ServedChain[]>;

/** Sellers ask when they start, and one chain that hangs must not delay them. */
const withinMs = 3_000;

export function describeKinds(
  ports: Pick<PaymentPorts, 'authorized' | 'tokens' | 'clock'>,
): DescribeKinds {
  const { authorized, clock } = ports;
  return async (signal) => {
    const alarm = clock.alarm(withinMs);
    const late = alarm.rang.then(() => null);
    const served = await Promise.all(
      authorized.chains.map((chain) => Promise.race([servedOn(ports, chain, signal), late])),
    );
    alarm.cancel();
    return served.filter((one) => one !== null);
  };
}

/** Null where we settle nothing on the chain now. Never throws. */
async function servedOn(
  { authorized, tokens }: Pick<PaymentPorts, 'authorized' | 'tokens'>,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<ServedChain | null> {
  const hasProxy = await authorized.takesPermit2(chain, signal).catch(() => null);
  if (hasProxy === null) return null;
  const listed = tokens.on(chain).filter((token) => !isNative(token));
  const assets = await Promise.all(
    listed.map(async ({ symbol, decimals, address: text }) => {
      const address = evmAddress(text);
      const domain = await authorized.domainOf(chain, address, signal).catch(() => null);
      const methods: readonly TransferMethod[] = [
        ...(domain === null ? [] : (['eip3009'] as const)),
        ...(hasProxy ? (['permit2'] as const) : []),
      ];
      return methods.length === 0 ? [] : [{ symbol, decimals, address, methods, domain }];
    }),
  );
  const taken = assets.flat();
  return taken.length === 0 ? null : { chain, signer: authorized.relayer, assets: taken };
}
