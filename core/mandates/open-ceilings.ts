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

/** Throws where one more ceiling would be too much by what these reads see. */
type AssertRoom = (reads: Pick<MandateReads, 'openCeilings'>, nowMs: number) => Promise<void>;

export type RoomForCeiling = (
  asked: { readonly account: string; readonly ceiling: Ceiling },
  reads: Pick<MandateReads, 'openCeilings'>,
  nowMs: number,
  signal: AbortSignal,
) => Promise<AssertRoom>;

/**
 * Limits what agents' ceilings of a chain are worth together, and those of one account: our key could take all of
 * it, whatever the mandates say. As large as the limit of pulls under way, and beside it; and as large again for
 * what their wallets do not hold, so that empty ones shut out nobody who holds what he allows. Prices are read here,
 * and what the others' wallets hold by now where there would be no room, so that the unit can count again. Throws
 * `RELAYER_BUSY`, and `BAD_AMOUNT` where the ceiling alone is too much.
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
      `what the token ${ceiling.token} is worth cannot be told now, so the allowance cannot be counted among those on ${chain}`,
    );
  const own = worthOf(ceiling);
  const share = openPullsShareMicroUsd(policy);
  if (own > share)
    throw new RelayError(
      'BAD_AMOUNT',
      { field: 'allowance.details.amount' },
      `the allowance is worth ${usd(own)} USD; at most ${usd(share)} are taken of one wallet, so sign a lower one`,
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

/** By mandate, what wallets held that were found to hold less than before. */
type Shrunk = Map<string, { readonly units: bigint; readonly untilMs: number }>;

/** Wallets that are looked at at once, and how often: what stands behind the last of them counts as it was. */
const lookedAtOnce = 40;
const looksAtMost = 10;
/** What one registration found counts for those after it, which so look at other wallets. */
const rememberedMs = 3_600_000;

/**
 * What wallets hold by now that held more when they registered, by mandate, the largest first, until those are worth
 * no more than `most`: money that went from one wallet to the next would fill the chain with every one of them.
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
        // A chain that does not answer lets nobody's count become less.
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

/** What of the allowance the wallet holds now. */
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

/** What its wallet could be taken at once. */
function heldPart({ token, units, heldUnits = units }: Ceiling): Part {
  return { token, units: heldUnits };
}

/** What its wallet has allowed and does not hold: that costs nothing to sign, so it is counted by itself. */
function emptyPart({ token, units, heldUnits = units }: Ceiling): Part {
  return { token, units: units - heldUnits };
}

/** In whole dollars, rounded down. */
function usd(microUsd: bigint): bigint {
  return asUnits(microUsd) / 1_000_000n;
}
