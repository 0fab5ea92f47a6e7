import type { CustodyPort } from '@interline/ports';
import {
  type ChainRef,
  evmAddress,
  type EvmAddress,
  evmChain,
  type EvmNode,
  evmNodes,
  isNative,
  permit2Address,
  RelayError,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';

export interface GaslessTermsView {
  readonly chainId: number;
  readonly relayer: EvmAddress;
  /** The batch executor; the zero address where its code is not deployed on `chainId`. */
  readonly router: EvmAddress;
  readonly tokenPaymaster: EvmAddress;
  readonly entryPoint: EvmAddress;
  readonly permit2: EvmAddress;
  readonly routes: readonly string[];
  readonly recommended: string;
  readonly chains: readonly GaslessChain[];
  /** Tokens a permit can pull, on every chain above. */
  readonly acceptedTokens: readonly TokenRef[];
  /** Permit2's EIP-712 domain on `chainId`. */
  readonly domain: {
    readonly name: string;
    readonly chainId: number;
    readonly verifyingContract: EvmAddress;
  };
  /** Why an address is zero where a contract is expected. */
  readonly notes: readonly string[];
}

export interface GaslessChain {
  readonly chainId: number;
  readonly name: string;
  readonly nativeSymbol: string;
  readonly tokens: readonly TokenRef[];
}

/**
 * The terms on one EVM chain; null is the deployment's default chain. Throws `UNROUTABLE_LANE` for
 * a chain that the deployment does not serve.
 */
export type GaslessTerms = (
  chainId: number | null,
  signal: AbortSignal,
) => Promise<GaslessTermsView>;

export interface GaslessTermsParts {
  readonly tokens: TokenList;
  /** The chains that this deployment serves. */
  readonly chains: readonly ChainRef[];
  readonly defaultChainId: number;
  readonly spender: EvmAddress;
  readonly batchExecutor: EvmAddress;
  /** Where the executor's code is looked for. */
  readonly custody: Pick<CustodyPort, 'hasCode'>;
}

const noAddress = evmAddress('0x0000000000000000000000000000000000000000');
const entryPointV08 = evmAddress('0x4337084d9e255ff0702461cf8895ce9e3b5ff108');

export function gaslessTerms({
  tokens,
  chains,
  defaultChainId,
  spender,
  batchExecutor,
  custody,
}: GaslessTermsParts): GaslessTerms {
  const served = evmNodes
    .filter((node) => chains.includes(node.chain))
    .map((node) => gaslessChain(node, tokens));
  const fixed = {
    relayer: spender,
    tokenPaymaster: noAddress,
    entryPoint: entryPointV08,
    permit2: permit2Address,
    routes: ['direct', 'cheapest', 'fastest'],
    recommended: 'cheapest',
    chains: served,
    acceptedTokens: served.flatMap((chain) => chain.tokens),
  };
  return async (asked, signal) => {
    const chainId = asked ?? defaultChainId;
    if (asked !== null && !served.some((chain) => chain.chainId === asked)) {
      throw new RelayError(
        'UNROUTABLE_LANE',
        { field: 'chainId' },
        `chainId ${asked} (${evmChain(asked)}) is not an EVM chain of this deployment; it has ${served.map((chain) => chain.chainId).join(', ') || 'none'}`,
      );
    }
    // Without the chain's answer, no client is told to rely on it.
    const isDeployed = await custody
      .hasCode(evmChain(chainId), batchExecutor, signal)
      .catch(() => false);
    return {
      ...fixed,
      chainId,
      router: isDeployed ? batchExecutor : noAddress,
      notes: notesFor(isDeployed),
      domain: { name: 'Permit2', chainId, verifyingContract: permit2Address },
    };
  };
}

function gaslessChain(
  { chain, chainId, name, nativeSymbol }: EvmNode,
  tokens: TokenList,
): GaslessChain {
  return {
    chainId,
    name,
    nativeSymbol,
    tokens: tokens.on(chain).filter((token) => !isNative(token)),
  };
}

function notesFor(isDeployed: boolean): readonly string[] {
  const paymaster =
    'tokenPaymaster is the zero address: the relayer fronts gas itself and takes it from the moved token';
  return !isDeployed
    ? [
        'router and svcRouter are the zero address: no batch executor is deployed on this chain, pulls are sent one by one',
        paymaster,
      ]
    : [paymaster];
}
