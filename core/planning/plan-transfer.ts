import {
  type Amount,
  asAmount,
  asUnits,
  errorEntry,
  type Address,
  canonicalText,
  isBurnAddress,
  isRelayError,
  type JsonObject,
  type QuoteRequest,
  RelayError,
  type TokenRef,
  type Units,
} from '@interline/kernel';
import type { Clock, Entropy, ReceiptSigner } from '@interline/ports';
import type { SignPlan } from '../evidence/index.ts';
import {
  chooseOffer,
  type ChosenOffer,
  type ComparedRail,
  type CompareRails,
  effectiveFeeBps,
  eligibilityOf,
  type Goal,
  type IntentSource,
} from '../transfer/index.ts';
import { type Bringing, chooseSets, factsOf, type Wanted } from './choose-sets.ts';
import type { NamedSource, OfferRejection, Plan, PlanLeg, PlanTotal, Rejection } from './plan.ts';
import type { PlanStore } from './repository.ts';
import { splitAmount } from './split-amount.ts';

export interface PlanConstraints {
  /** For each leg, in hundredths of a percent. */
  readonly maxFeeBps: number | null;
  /** For each leg. */
  readonly maxSeconds: number | null;
  /** The least that all legs together must promise; null for the requested amount, if any. */
  readonly minOut: Units | null;
  readonly excludeRails: readonly string[];
  readonly allowSplit: boolean;
  /** The time by which every leg should have arrived. */
  readonly deadlineMs: number | null;
}

export interface PlanSource {
  readonly named: NamedSource;
  /** Its amount is the most that may be taken. */
  readonly asked: IntentSource;
}

export interface PlanRequest {
  readonly to: TokenRef;
  /** The amount that should arrive; null for as much as the sources bring. */
  readonly amount: Amount | null;
  readonly recipient: string;
  readonly account: Address | null;
  readonly goal: Goal;
  readonly sources: readonly PlanSource[];
  readonly constraints: PlanConstraints;
}

/** A leg's execute body, as the caller's wire has it. */
export type WriteExecute = (leg: {
  readonly request: QuoteRequest;
  readonly rail: string;
  readonly minOut: Units;
  /** Engines that execute would prefer to this one, and those that the request excludes. */
  readonly excludeRails: readonly string[];
}) => JsonObject;

/** No set of sources meets the goal; carries the reason for each source. */
export class PlanUnsatisfiable extends RelayError {
  readonly rejected: readonly Rejection[];

  constructor(rejected: readonly Rejection[], message: string) {
    super('PLAN_UNSATISFIABLE', {}, message);
    this.rejected = rejected;
  }
}

/**
 * Compares every source once, chooses those that meet the goal, prices the needed parts, and keeps the plan.
 * Moves and reserves nothing. Throws `PlanUnsatisfiable`, `BURN_ADDRESS_REFUSED` and faults.
 */
export type PlanTransfer = (
  request: PlanRequest,
  write: WriteExecute,
  signal: AbortSignal,
) => Promise<Plan>;

export interface PlanParts {
  readonly store: PlanStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Pick<Entropy, 'hex'>;
  readonly receiptSigner: Pick<ReceiptSigner, 'hashOf'>;
  readonly compareRails: CompareRails;
  readonly signPlan: SignPlan;
}

/** As long as a person needs to read and sign; a leg's minOut holds for longer. */
export const planLifeMs = 60_000;
/** Each set that is tried asks all its rails again. */
const setsTried = 2;
/** Charges that do not grow with the amount are settled by the second price. */
const askedAtMost = 3;

export function planTransfer(parts: PlanParts): PlanTransfer {
  const { store, clock, entropy, receiptSigner, signPlan } = parts;
  return async (request, write, signal) => {
    const { to, recipient, account, goal, constraints } = request;
    if (isBurnAddress(to.chain, recipient))
      throw new RelayError(
        'BURN_ADDRESS_REFUSED',
        { field: 'to.address' },
        `to.address ${recipient} is a burn or null address; what is sent there is lost`,
      );
    const nowMs = clock.now();
    const considered = await Promise.all(
      request.sources.map(async (source) => consider(parts, request, source, nowMs, signal)),
    );
    const options = considered.flatMap(({ option }) => (option === null ? [] : [option]));
    const rejected = considered.flatMap((one) => one.rejected);
    const wanted: Wanted = {
      goal,
      amount: request.amount,
      floor: constraints.minOut ?? request.amount ?? 0n,
      allowSplit: constraints.allowSplit,
    };
    const chosen = await firstThatFits(parts, request, wanted, options, signal);
    if (chosen === null) throw new PlanUnsatisfiable(rejected, whyNone(wanted, options));
    const toLeg = (option: Option): PlanLeg => legOf(option, constraints, write);
    const legs = chosen.map(toLeg);
    const taken = new Set(chosen.map(({ named }) => named));
    const plan = {
      id: `plan_${entropy.hex(16)}`,
      createdAtMs: nowMs,
      expiresAtMs: Math.min(nowMs + planLifeMs, constraints.deadlineMs ?? Infinity),
      goal,
      to,
      recipient,
      account,
      legs,
      total: totalOf(chosen),
      alternatives: options.filter(({ named }) => !taken.has(named)).map(toLeg),
      rejected,
    };
    const claims = {
      iss: 'interline',
      iat: Math.floor(nowMs / 1_000),
      exp: Math.floor(plan.expiresAtMs / 1_000),
      planId: plan.id,
      legsHash: receiptSigner.hashOf(canonicalText(legs.map(({ execute }) => execute))),
      minOut: legs.map(({ minOut }) => minOut.toString()),
      fee: legs.map(({ fee }) => fee.toString()),
    };
    return store.run('keep-plan', async (tx) => {
      const kept = { ...plan, offer: await signPlan(tx, claims) };
      await tx.plans.insertPlan(kept);
      return kept;
    });
  };
}

interface Option extends Bringing, ChosenOffer {
  readonly named: NamedSource;
  readonly request: QuoteRequest;
}

interface Considered {
  readonly option: Option | null;
  readonly rejected: readonly Rejection[];
}

type Judge = Pick<PlanRequest, 'goal' | 'constraints'>;

async function consider(
  { compareRails }: Pick<PlanParts, 'compareRails'>,
  judge: Judge,
  { named, asked }: PlanSource,
  nowMs: number,
  signal: AbortSignal,
): Promise<Considered> {
  if ('refusal' in asked)
    return { option: null, rejected: [{ from: named, rail: null, ...asked.refusal }] };
  const { request } = asked;
  const { excludeRails } = judge.constraints;
  try {
    const { priced, refusals } = await compareRails(request, { excludeRails }, signal);
    const judged = priced.map((offer) => ({ offer, why: whyNot(request, offer, judge, nowMs) }));
    const good = judged.filter(({ why }) => why === null).map(({ offer }) => offer);
    const chosen = chooseOffer(request, good, judge.goal);
    return {
      option: chosen === null ? null : optionOf(named, request, chosen, priced),
      rejected: [
        ...judged.flatMap(({ offer, why }) =>
          why === null ? [] : [{ from: named, rail: offer.quote.rail, ...why }],
        ),
        ...refusals.map(({ rail, code, reason }) => ({ from: named, rail, code, reason })),
      ],
    };
  } catch (error) {
    if (!isRelayError(error) || errorEntry(error.code).http >= 500) throw error;
    const { code, message: reason } = error;
    return { option: null, rejected: [{ from: named, rail: null, code, reason }] };
  }
}

function whyNot(
  request: QuoteRequest,
  { quote, effectiveFee }: ComparedRail,
  { constraints: { maxFeeBps, maxSeconds, deadlineMs } }: Judge,
  nowMs: number,
): { readonly code: OfferRejection; readonly reason: string } | null {
  const eligibility = eligibilityOf(request, quote);
  const feeBps = effectiveFeeBps(effectiveFee);
  const { durationSec } = quote;
  if (eligibility.kind === 'priced') return { code: 'PRICE_ONLY', reason: eligibility.reason };
  if (maxFeeBps !== null && feeBps > maxFeeBps)
    return { code: 'FEE_ABOVE_MAX', reason: `it costs ${feeBps} bps, above ${maxFeeBps}` };
  if (maxSeconds !== null && durationSec > maxSeconds)
    return { code: 'SLOWER_THAN_MAX', reason: `it takes ${durationSec} s, above ${maxSeconds}` };
  if (deadlineMs !== null && nowMs + durationSec * 1_000 > deadlineMs)
    return { code: 'PAST_DEADLINE', reason: `it takes ${durationSec} s, past the deadline` };
  return null;
}

function optionOf(
  named: NamedSource,
  request: QuoteRequest,
  chosen: ChosenOffer,
  priced: readonly ComparedRail[],
): Option {
  const { quote, effectiveFee } = chosen.offer;
  // Execute ranks by output alone, so what the constraints leave out must be excluded there too.
  const before = priced.slice(0, priced.indexOf(chosen.offer)).map(({ quote: { rail } }) => rail);
  return {
    ...chosen,
    ahead: before,
    named,
    request,
    output: quote.output,
    minOutput: quote.minOutput,
    feeBps: effectiveFeeBps(effectiveFee),
    isFeeUnknown: effectiveFee.basis === 'charge',
    etaSec: quote.durationSec,
  };
}

/** The best set that still brings the amount when only parts of its sources are taken. */
async function firstThatFits(
  parts: PlanParts,
  judge: Judge,
  wanted: Wanted,
  options: readonly Option[],
  signal: AbortSignal,
): Promise<readonly Option[] | null> {
  for (const set of chooseSets(options, wanted).slice(0, setsTried)) {
    const fitted = wanted.amount === null ? set : await fit(parts, judge, wanted, set, signal);
    if (fitted !== null) return fitted;
  }
  return null;
}

/** Takes from each source its part of the amount, and asks again until the parts bring it. */
async function fit(
  parts: PlanParts,
  judge: Judge,
  { amount, floor }: Wanted,
  set: readonly Option[],
  signal: AbortSignal,
): Promise<readonly Option[] | null> {
  const whole = factsOf(set);
  // The bound that takes more of the sources decides.
  const isByPromise = floor * whole.output >= (amount ?? 0n) * whole.minOutput;
  const weights = set.map(({ output, minOutput }) => (isByPromise ? minOutput : output));
  let target = isByPromise ? floor : (amount ?? 0n);
  for (let asked = 0; asked < askedAtMost; asked += 1) {
    const shares = splitAmount(target, weights);
    const fitted = await Promise.all(
      set.map(async (option, at) =>
        askFor(parts, judge, option, shares[at] ?? 0n, weights[at] ?? 0n, signal),
      ),
    );
    const some = fitted.flatMap((one) => (one === 'none' ? [] : [one]));
    if (!some.every((one) => one !== null)) return null;
    const { output, minOutput } = factsOf(some);
    const short = [(amount ?? 0n) - output, floor - minOutput].reduce((a, b) => (a > b ? a : b));
    if (short <= 0n) return some;
    target += short;
  }
  return null;
}

/** The source with the part that brings this much; `none` where that is nothing. */
async function askFor(
  parts: PlanParts,
  judge: Judge,
  option: Option,
  share: bigint,
  weight: bigint,
  signal: AbortSignal,
): Promise<Option | null | 'none'> {
  if (share === 0n || weight === 0n) return 'none';
  const { request, named } = option;
  const part = (request.amount * share + weight - 1n) / weight;
  if (part >= request.amount) return option;
  const asked = { request: { ...request, amount: asAmount(part) } };
  return (await consider(parts, judge, { named, asked }, parts.clock.now(), signal)).option;
}

function legOf(option: Option, { excludeRails }: PlanConstraints, write: WriteExecute): PlanLeg {
  const { request, offer, feeBps, etaSec, ahead } = option;
  const { rail, output: estOut, minOutput: minOut, fee } = offer.quote;
  const execute = write({
    request,
    rail,
    minOut,
    excludeRails: [...new Set([...excludeRails, ...ahead])],
  });
  const { from, amount } = request;
  return { from, amount, rail, estOut, minOut, fee, feeBps, etaSec, execute };
}

function totalOf(chosen: readonly Option[]): PlanTotal {
  const { output, minOutput, feeBps, etaSec } = factsOf(chosen);
  return { estOut: asUnits(output), minOut: asUnits(minOutput), feeBps, etaSec };
}

function whyNone({ amount, floor, allowSplit }: Wanted, options: readonly Option[]): string {
  if (options.length === 0) return 'no source has a price within the constraints';
  const { output, minOutput } = factsOf(options);
  const wanted = `${amount ?? 'as much as possible'} wanted, ${floor} at least`;
  const all = `all usable sources together bring ${output} and promise ${minOutput}`;
  return allowSplit || minOutput < floor
    ? `${wanted}: ${all}`
    : `${wanted}: no source alone brings it; ${all}, with constraints.allowSplit`;
}
