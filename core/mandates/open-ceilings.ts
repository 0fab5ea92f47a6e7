import { asUnits, costMicroUsd, RelayError, type TokenList } from '@interline/kernel';
import type { CustodyPort, PricePort } from '@interline/ports';
import { openPullsShareMicroUsd, type Policy } from '../switches/index.ts';
import type { Ceiling, Mandate } from './mandate.ts';
import type { MandateReads } from './repository.ts';

interface Ports {
  readonly custody: Pick<CustodyPort, 'payerState'>;
  readonly price: PricePort;
  readonly tokens: TokenList;
  readonly policy: Pick<Policy, 'maxOpenPullsUsd' | 'openPullsShareBps'>;
}

/** Every registration adds up all ceilings of its chain, so this bounds how many there can be. */
const leastMicroUsd = 1_000_000n;

/** Throws where one more ceiling would exceed a limit, by these reads. */
type AssertRoom = (reads: Pick<MandateReads, 'openCeilings'>, nowMs: number) => Promise<void>;

export type RoomForCeiling = (
  asked: { readonly account: string; readonly ceiling: Ceiling },
  reads: Pick<MandateReads, 'openCeilings'>,
  nowMs: number,
  signal: AbortSignal,
) => Promise<AssertRoom>;

/**
 * Limits the total worth of the ceilings on a chain, and of those of one account, because our key
 * could take all of them, whatever the mandates say. The limit equals the limit of pulls under way,
 * and counts apart from it. Units that the wallets do not hold have a limit of their own of the
 * same size, so that empty wallets cannot shut out funded ones. Reads prices here and, where there
 * would be no room, the balances of the other wallets; the unit counts again with both. Throws
 * `RELAYER_BUSY`, and `BAD_AMOUNT` where the ceiling alone is too large.
 */
export function roomForCeiling(ports: Ports): RoomForCeiling {
  const shrunk: Shrunk = new Map();
  return (asked, reads, nowMs, signal) =>
    findRoom(ports, shrunk, { ...asked, nowMs }, reads, signal);
}

async function findRoom(
  { custody, price, tokens, policy }: Ports,
  shrunk: Shrunk,
  { account, ceiling, nowMs }: { account: string; ceiling: Ceiling; nowMs: number },
  reads: Pick<MandateReads, 'openCeilings'>,
  signal: AbortSignal,
): Promise<AssertRoom> {
  const { chain } = ceiling;
  const open = await reads.openCeilings(chain, nowMs);
  const priced = [...new Set([ceiling.token, ...open.map((one) => one.ceiling.token)])];
  const worths = new Map<string, (units: bigint) => bigint>();
  for (const address of priced) {
    const token = tokens.on(chain).find((one) => one.address === address);
    const now = token === undefined ? null : await price.priceOf(token, signal);
    if (token !== undefined && now !== null)
      worths.set(address, (units) => costMicroUsd(units, token.decimals, now));
  }
  const worthOf = ({ token, units }: Part): bigint => worths.get(token)?.(units) ?? 0n;
  if (!worths.has(ceiling.token))
    throw new RelayError(
      'RELAYER_BUSY',
      { chain },
      `the token ${ceiling.token} has no price now, so the allowance cannot be counted among those on ${chain}`,
    );
  const own = worthOf(ceiling);
  const share = openPullsShareMicroUsd(policy);
  if (own > share)
    throw new RelayError(
      'BAD_AMOUNT',
      { field: 'allowance.details.amount' },
      `the allowance is worth ${usd(own)} USD; at most ${usd(share)} are accepted from one wallet, so sign a lower one`,
    );
  if (own < leastMicroUsd)
    throw new RelayError(
      'BAD_AMOUNT',
      { field: 'allowance.details.amount' },
      `the allowance is worth less than ${usd(leastMicroUsd)} USD, so sign a higher one; the mandate's own budget may be lower`,
    );
  const most = BigInt(policy.maxOpenPullsUsd) * 1_000_000n;
  for (const [id, { untilMs }] of shrunk) if (untilMs <= nowMs) shrunk.delete(id);
  const heldNow = await heldByNow(
    custody,
    { open, shrunk },
    { worthOf, most: most - worthOf(heldPart(ceiling)), untilMs: nowMs + rememberedMs },
    signal,
  );
  return async (now, atMs) => {
    const all = (await now.openCeilings(chain, atMs)).map((one) => withHeld(one, heldNow));
    const assertWithin = (most: bigint, sum: bigint, whose: string): void => {
      if (sum > most)
        throw new RelayError(
          'RELAYER_BUSY',
          { chain },
          `allowances ${whose}worth ${usd(sum)} USD would be open on ${chain}; at most ${usd(most)} may be`,
        );
    };
    for (const [part, whose] of [
      [heldPart, ''],
      [emptyPart, 'beyond what their wallets hold '],
    ] as const) {
      const sum = all.reduce((total, one) => total + worthOf(part(one.ceiling)), 0n);
      const more = worthOf(part(ceiling));
      if (more > 0n) assertWithin(most, sum + more, whose);
    }
    const ofAccount = all.filter((one) => one.account === account);
    const sumOfAccount = ofAccount.reduce((total, one) => total + worthOf(one.ceiling), own);
    assertWithin(share, sumOfAccount, 'of this wallet ');
  };
}

type Open = Pick<Mandate, 'id' | 'account' | 'ceiling'>;

/** Balances that were found lower than before, by mandate. */
type Shrunk = Map<string, { readonly units: bigint; readonly untilMs: number }>;

/**
 * How many balances are read at once, and how many times; the remaining wallets count as before.
 */
const lookedAtOnce = 40;
const looksAtMost = 10;
/**
 * How long later registrations use the balances that one registration read, so that they read other
 * wallets.
 */
const rememberedMs = 3_600_000;

/**
 * The balances now of wallets that held more when they registered, by mandate: read the largest first, until all are
 * worth no more than `most`. Otherwise the same money, sent from wallet to wallet, could fill a chain's limit.
 */
async function heldByNow(
  custody: Ports['custody'],
  { open, shrunk }: { readonly open: readonly Open[]; readonly shrunk: Shrunk },
  {
    worthOf,
    most,
    untilMs,
  }: { readonly worthOf: (part: Part) => bigint; readonly most: bigint; readonly untilMs: number },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, bigint>> {
  const held = new Map([...shrunk].map(([id, { units }]) => [id, units]));
  const worthHeld = (one: Open): bigint => worthOf(heldPart(withHeld(one, held).ceiling));
  const unseen = open
    .filter((one) => worthHeld(one) > 0n)
    .toSorted((one, other) => (worthHeld(one) < worthHeld(other) ? 1 : -1))
    .slice(0, lookedAtOnce * looksAtMost);
  const isFull = (): boolean => open.reduce((sum, one) => sum + worthHeld(one), 0n) > most;
  while (unseen.length > 0 && isFull())
    await Promise.all(
      unseen.splice(0, lookedAtOnce).map(async (one) => {
        // Where the chain does not answer, the earlier count stays.
        const units = await heldOf(custody, one.ceiling, signal).catch(() => null);
        if (units === null) return;
        const before = heldPart(withHeld(one, held).ceiling).units;
        held.set(one.id, units);
        if (units < before) shrunk.set(one.id, { units, untilMs });
      }),
    );
  return held;
}

function withHeld(one: Open, heldNow: ReadonlyMap<string, bigint>): Open {
  const { units, heldUnits = units } = one.ceiling;
  const now = heldNow.get(one.id) ?? heldUnits;
  return { ...one, ceiling: { ...one.ceiling, heldUnits: now < heldUnits ? now : heldUnits } };
}

/** The part of the allowance that the wallet holds now. */
export async function heldOf(
  custody: Ports['custody'],
  { chain, token, owner, units }: Ceiling,
  signal: AbortSignal,
): Promise<bigint> {
  const { balance } = await custody.payerState(chain, token, owner, signal);
  return balance < units ? balance : units;
}

interface Part {
  readonly token: Ceiling['token'];
  readonly units: bigint;
}

/** The part that could be pulled at once. */
function heldPart({ token, units, heldUnits = units }: Ceiling): Part {
  return { token, units: heldUnits };
}

/** The part that its wallet allows and does not hold. Signing it costs nothing, so it is counted separately. */
function emptyPart({ token, units, heldUnits = units }: Ceiling): Part {
  return { token, units: units - heldUnits };
}

/** In whole dollars, rounded down. */
function usd(microUsd: bigint): bigint {
  return asUnits(microUsd) / 1_000_000n;
}
