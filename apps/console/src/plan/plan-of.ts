import type { Console, PlanBalances, PlanBody, TransferPlan } from '@interline/client';
import { unitsOf } from '../format/amount.ts';
import type { ReviewedNumbers } from '../pages/move/offers.ts';
import type { TokenFacts, Wanted } from '../pages/move/wanted.ts';
import type { ChainFacts } from '../parts/names.ts';

/** A token on a chain, and what a wallet has of it there. */
export interface Source {
  readonly chain: ChainFacts;
  readonly token: TokenFacts;
  readonly units: bigint;
}

/** A transfer of the plan, as the review takes it. */
export interface PlannedLeg {
  readonly wanted: Wanted;
  readonly taken: ReviewedNumbers;
  readonly excluded: readonly string[];
  readonly rail: string;
  readonly etaSec: number;
}

export interface Planned {
  readonly legs: readonly PlannedLeg[];
  readonly arrives: bigint;
  readonly least: bigint;
}

/** A plan asks for ten at most. */
const mostSources = 10;

/** Where else the wallet has what is to be sent, as a signature can move it: the most first. */
export function sourcesOf(
  { items }: PlanBalances,
  { chains }: Console,
  { fromToken, to }: Pick<Wanted, 'fromToken' | 'to'>,
): readonly Source[] {
  return items
    .flatMap(({ chainId, token: address, amount, pullable }): readonly Source[] => {
      const chain = chains.find((one) => String(one.chain) === String(chainId));
      const token = chain?.tokens.find((one) => sameAddress(one.address, address));
      const units = unitsOf(amount) ?? 0n;
      return chain === undefined ||
        token === undefined ||
        chain.chain === to.chain ||
        token.asset !== fromToken.asset ||
        pullable === 'none' ||
        units <= 0n
        ? []
        : [{ chain, token, units }];
    })
    .sort((a, b) => (whole(b) > whole(a) ? 1 : -1))
    .slice(0, mostSources);
}

/** What is to arrive: as much as was to be sent, in the units of the other side. */
export function wantedThere({ amount, fromToken, toToken }: Wanted): bigint {
  return (amount * 10n ** BigInt(toToken.decimals)) / 10n ** BigInt(fromToken.decimals);
}

export function planBodyOf(
  wanted: Wanted,
  sources: readonly Source[],
  account: string,
): PlanBody | null {
  const { to, toToken, recipient } = wanted;
  if (recipient === null || sources.length === 0) return null;
  return {
    to: {
      chain: to.chain,
      token: toToken.address,
      amount: wantedThere(wanted).toString(),
      address: recipient,
    },
    from: sources.map(({ chain, token, units }) => ({
      chain: chain.chain,
      token: token.address,
      amount: units.toString(),
    })),
    goal: 'cheapest',
    constraints: { allowSplit: true },
    account,
  };
}

/**
 * The plan's legs as transfers of what was asked for: recipient, token and destination are those of the form, and
 * a leg takes no more of a source than it has. Null where the plan says anything else.
 */
export function plannedOf(
  plan: TransferPlan,
  wanted: Wanted,
  sources: readonly Source[],
  account: string,
): Planned | null {
  const legs = plan.legs.map((leg): PlannedLeg | null => {
    const source = sources.find(
      ({ chain, token }) =>
        String(chain.chain) === String(leg.from.chain) &&
        sameAddress(token.address, leg.from.token),
    );
    const amount = unitsOf(leg.from.amount);
    const [arrives, least, fee] = [leg.estOut, leg.minOut, leg.fee].map(unitsOf);
    if (source === undefined || amount === null || amount <= 0n || amount > source.units)
      return null;
    if (arrives == null || least == null || fee == null) return null;
    const { chain: from, token: fromToken } = source;
    return {
      wanted: {
        ...wanted,
        from,
        fromToken,
        amount,
        body: {
          ...wanted.body,
          ...{ fromChain: from.chain, fromToken: fromToken.address, amount: amount.toString() },
          ...{ fromAddress: account, minOut: least.toString() },
        },
      },
      taken: { arrives, least, fee },
      excluded: leg.execute.excludeRails ?? [],
      rail: leg.rail,
      etaSec: leg.etaSeconds,
    };
  });
  const known = legs.filter((leg) => leg !== null);
  const chains = new Set(
    known.map(({ wanted: { body } }) => `${body.fromChain} ${body.fromToken}`),
  );
  // Two legs of one source could take more of it together than it has.
  if (known.length === 0 || known.length < legs.length || chains.size < known.length) return null;
  const sum = (pick: (numbers: ReviewedNumbers) => bigint): bigint =>
    known.reduce((so, { taken }) => so + pick(taken), 0n);
  return { legs: known, arrives: sum(({ arrives }) => arrives), least: sum(({ least }) => least) };
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** One token may have more decimals than another. */
function whole({ units, token }: Source): bigint {
  return units * 10n ** BigInt(Math.max(0, 18 - token.decimals));
}
