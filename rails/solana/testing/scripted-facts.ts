import { asUnits, type ChainFacts, isNative, RelayError } from '@interline/plugins';

interface Script {
  /** Null: no such mint. */
  readonly decimals?: number | null;
  /** Owners with an account. */
  readonly holders?: readonly string[];
  readonly isSilent?: boolean;
}

/** A scripted Solana; a new account costs the same as on mainnet. */
export function scriptedFacts({
  decimals = 6,
  holders = [],
  isSilent = false,
}: Script = {}): ChainFacts {
  const tell = async <T>(fact: T): Promise<T> => {
    if (isSilent) throw new RelayError('CHAIN_UNREACHABLE', {}, 'Solana does not answer now');
    return fact;
  };
  return {
    reads: (chain) => chain.startsWith('solana:'),
    heightOf: () => tell(300_000_000),
    decimalsOf: () => tell(decimals),
    recipientOf: async () => null,
    accountCostOf: (token, owner) =>
      tell(
        asUnits(
          owner !== null && holders.includes(owner) ? 0n : isNative(token) ? 890_880n : 2_039_280n,
        ),
      ),
  };
}
