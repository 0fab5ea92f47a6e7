import {
  answer,
  asUnits,
  type ChainFacts,
  chainFamily,
  type ChainRef,
  isNative,
  isRelayError,
  type Landed,
  type Landing,
  nativeAddress,
  nonEvmNodes,
  noUnits,
  type Price,
  type RailContext,
  type RailOutcome,
  refuse,
  type TokenRef,
  type Units,
  unitsWorth,
  costMicroUsd,
} from '@interline/plugins';

/** The chain's RPC node, if the deployment has one. */
export function readsOf({
  facts,
}: RailContext): { readonly facts: ChainFacts; readonly chain: ChainRef } | null {
  const chain = nonEvmNodes.find((node) => node.wire === 'solana')?.chain;
  return chain === undefined || facts?.reads(chain) !== true ? null : { facts, chain };
}

const withoutFacts = 'without live facts of Solana, such as the rent of a new token account';

/**
 * Deducts the rent of a new account from the output, and compares the token's decimals with the
 * chain's. Without an RPC node, or if it is silent, the price stands with a note.
 */
export async function landOnSolana(
  { context, request, output }: Landing,
  signal: AbortSignal,
): Promise<RailOutcome<Landed>> {
  const reads = readsOf(context);
  if (reads === null) return answer({ output, note: withoutFacts });
  const { facts } = reads;
  try {
    for (const token of [request.from, request.to].filter(isOnSolana)) {
      const strange = await strangeDecimals(facts, token, signal);
      if (strange !== null) return refuse('NO_ROUTE', strange);
    }
    return isOnSolana(request.to)
      ? await lessRent({ context, request, output }, facts, signal)
      : answer({ output });
  } catch (error) {
    if (!isRelayError(error) || error.code !== 'CHAIN_UNREACHABLE') throw error;
    return answer({ output, note: `${withoutFacts}: its RPC node does not answer` });
  }
}

function isOnSolana({ chain }: TokenRef): boolean {
  return chainFamily(chain) === 'solana';
}

async function strangeDecimals(
  facts: ChainFacts,
  token: TokenRef,
  signal: AbortSignal,
): Promise<string | null> {
  if (isNative(token)) return null;
  const found = await facts.decimalsOf(token, signal);
  // A local node has only the mints created there.
  return found === null || found === token.decimals
    ? null
    : `${token.symbol} has ${found} decimals on Solana and is listed with ${token.decimals}`;
}

async function lessRent(
  { context, request, output }: Landing,
  facts: ChainFacts,
  signal: AbortSignal,
): Promise<RailOutcome<Landed>> {
  const { to, recipient } = request;
  const rent = await facts.accountCostOf(to, recipient, signal);
  if (rent === 0n) return answer({ output, block: blockOf(rent) });
  const inCoin = `${rent} lamports of rent for a new account`;
  // A coin account pays its own rent: the payment itself must reach the minimum balance.
  if (isNative(to))
    return output < rent
      ? refuse('NO_ROUTE', `a new Solana account needs ${rent} lamports; ${output} would arrive`)
      : answer({ output, block: blockOf(rent) });
  const coin: TokenRef = {
    ...to,
    address: nativeAddress,
    symbol: 'SOL',
    decimals: 9,
    asset: 'SOL',
  };
  const [coinPrice, tokenPrice] = await Promise.all(
    [coin, to].map(async (token) => context.price.priceOf(token, signal)),
  );
  const cost = costIn(to, rent, coinPrice, tokenPrice);
  if (cost === null)
    return answer({ output, note: `not counted: ${inCoin}`, block: blockOf(rent) });
  if (cost >= output) return refuse('NO_ROUTE', `${inCoin} takes all of the output`);
  return answer({
    output: asUnits(output - cost),
    note: `${cost} units taken off for ${inCoin}`,
    block: blockOf(rent),
  });
}

/** The rent in the token's smallest units, rounded up; null without both prices. */
function costIn(
  token: TokenRef,
  rent: Units,
  coinPrice: Price | null | undefined,
  tokenPrice: Price | null | undefined,
): bigint | null {
  if (coinPrice == null || tokenPrice == null) return null;
  return unitsWorth(costMicroUsd(rent, 9, coinPrice), token.decimals, tokenPrice);
}

function blockOf(rent: Units) {
  return { createsAccount: rent !== noUnits, accountRent: rent.toString() };
}
