import {
  isNative,
  type Order,
  type RailOutcome,
  type Recall,
  type Refusal,
  refuse,
} from '@interline/kernel';
import { firstIssue } from '../admission/show-found.ts';
import { recallOutcomeShape } from './boundary-shapes.ts';
import { wrongTarget } from './call-violation.ts';
import { worthOf } from './coin-refusal.ts';
import type { GuardHost } from './guard-settings.ts';
import { broken } from './plain-text.ts';

/**
 * Highest value of coin that any recall may carry, in millionths of a dollar; rails have their own
 * limits.
 */
const mostMicroUsd = 25_000_000n;

/**
 * Reads a rail's recall call. Refused if a plan could not make it either, or if it carries coin
 * worth more than that limit, or than what it returns.
 */
export async function readRecall(
  value: unknown,
  rail: string,
  order: Order,
  host: GuardHost,
  signal: AbortSignal,
): Promise<RailOutcome<Recall>> {
  const read = recallOutcomeShape.safeParse(value);
  if (!read.success) return refuse('RAIL_FAULT', broken(rail, firstIssue(read.error)));
  // CAST: shape and bounds were just read; the brands say no more than that.
  const outcome = read.data as RailOutcome<Recall>;
  if (!outcome.ok) return outcome;
  const violation = recallViolation(outcome.value, order, host);
  if (violation !== null) return refuse('RAIL_FAULT', broken(rail, violation));
  return (await recallCoinRefusal(rail, outcome.value, order, host, signal)) ?? outcome;
}

/**
 * What is wrong with a recall, in our own words, or null. It hands nothing over, so it approves
 * nothing.
 */
export function recallViolation(
  { to, data }: Pick<Recall, 'to' | 'data'>,
  order: Order,
  host: GuardHost,
): string | null {
  return wrongTarget({ to, data, chain: order.lane.to }, order, host);
}

/** Null if its coin is within the limits. Coin without a current price is not paid. */
export async function recallCoinRefusal(
  rail: string,
  { value }: Pick<Recall, 'value'>,
  { lane, from, amount }: Order,
  host: GuardHost,
  signal: AbortSignal,
): Promise<Refusal | null> {
  if (value === 0n) return null;
  const coin = host.tokens.on(lane.to).find(isNative);
  const [carried, brings] = await Promise.all([
    coin === undefined ? null : worthOf(coin, value, host, signal),
    worthOf(from, amount, host, signal),
  ]);
  if (carried === null || brings === null)
    return refuse(
      'NO_ROUTE',
      `${rail} wants coin for a recall, and there is no price to hold it against what that brings back`,
    );
  const most = brings < mostMicroUsd ? brings : mostMicroUsd;
  return carried >= most
    ? refuse(
        'GAS_CEILING',
        `a recall over ${rail} carries coin worth ${carried} micro-USD, and less than ${most} is paid`,
      )
    : null;
}
