import {
  type ChainRef,
  chainToWire,
  evmNodes,
  nativeAddress,
  nonEvmNodes,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';

/** A chain that the deployment moves money on, as a page shows it. */
export interface ConsoleChain {
  readonly chain: ChainRef;
  readonly name: string;
  /** Its coin, where the token list has it. */
  readonly coin: Pick<TokenRef, 'symbol' | 'decimals'> | null;
  /** A transaction's page, `{tx}` for its hash; null where no explorer is configured. */
  readonly explorerTx: string | null;
  /** Its node only behaves like one. */
  readonly isSimulated: boolean;
  /** What can be sent and received on it. */
  readonly tokens: readonly TokenRef[];
}

/** What a page for people needs to know of the deployment before it shows anything. */
export interface ConsoleView {
  readonly profile: 'devnet' | 'mainnet';
  readonly chains: readonly ConsoleChain[];
}

export type DescribeConsole = () => ConsoleView;

export function describeConsole({
  deployment: { profile, server, simulated },
  tokens,
  chains,
}: {
  readonly deployment: {
    readonly profile: 'devnet' | 'mainnet';
    /** By the names that requests take. */
    readonly server: { readonly explorers: Readonly<Record<string, string>> };
    readonly simulated: readonly ChainRef[];
  };
  readonly tokens: TokenList;
  /** Where the deployment has accounts. */
  readonly chains: readonly ChainRef[];
}): DescribeConsole {
  const view: ConsoleView = {
    profile,
    chains: chains.map((chain) => {
      const listed = tokens.on(chain);
      const coin = listed.find(({ address }) => address === nativeAddress);
      return {
        chain,
        name: [...evmNodes, ...nonEvmNodes].find((node) => node.chain === chain)?.name ?? chain,
        coin: coin === undefined ? null : { symbol: coin.symbol, decimals: coin.decimals },
        explorerTx: server.explorers[String(chainToWire(chain))] ?? null,
        isSimulated: simulated.includes(chain),
        tokens: listed,
      };
    }),
  };
  return () => view;
}
