import {
  effectiveFeePct,
  type IntentOption,
  type IntentPlan,
  type IntentRequest,
  type SkippedSource,
} from '@interline/core/transfer';
import { chainToWire, type QuoteRequest } from '@interline/kernel';
import { writeTokenAddress } from '../server/present/write-address.ts';
import type { intentPlanAnswer } from './intent-plan-schema.ts';
import type { SourceWire } from './intent-request-schema.ts';
import { writeExecuteBody } from './write-execute-body.ts';
import type * as z from 'zod';

type PlanWire = z.input<typeof intentPlanAnswer>;
type AlternativeWire = PlanWire['alternatives'][number];
type SkippedWire = PlanWire['skipped'][number];

export interface IntentSetting {
  /** The sources as the client wrote them. */
  readonly sent: readonly SourceWire[];
  /** Whether a way broadcasts only with `live: true`. */
  readonly isOptIn: (rail: string) => boolean;
}

/**
 * A name longer than any address may be something else that landed in the wrong field; it is not
 * repeated.
 */
const longestName = 44;

export function writeIntentPlan(
  { plan, alternatives, skipped }: IntentPlan,
  { goal, to, sources }: IntentRequest,
  { sent, isOptIn }: IntentSetting,
): PlanWire {
  return {
    goal,
    to: { chain: chainToWire(to.chain), token: writeTokenAddress(to), symbol: to.symbol },
    plan: plan === null ? null : { ...writeOption(plan), execute: executeOf(plan, isOptIn) },
    alternatives: alternatives.map((option) => writeAlternative(option, isOptIn)),
    skipped: skipped.map((one) => writeSkipped(one, sources, sent)),
    sourcesConsidered: sources.length,
    note: noteOf(plan, alternatives),
  };
}

function writeOption({
  request,
  offer: { quote, effectiveFee, qualityScore },
}: IntentOption): Omit<AlternativeWire, 'quoteOnly'> {
  return {
    from: writeSource(request),
    rail: quote.rail,
    estOut: quote.output.toString(),
    minOut: quote.minOutput.toString(),
    qualityScore,
    effectiveFeePct: effectiveFeePct(effectiveFee),
    etaSeconds: quote.durationSec,
  };
}

function writeAlternative(
  option: IntentOption,
  isOptIn: IntentSetting['isOptIn'],
): AlternativeWire {
  const shared = writeOption(option);
  switch (option.standing.kind) {
    case 'ready':
      return { ...shared, quoteOnly: false, execute: executeOf(option, isOptIn) };
    case 'deposit':
      return {
        ...shared,
        quoteOnly: false,
        reason: 'its source sends a deposit instead of signing a permit',
      };
    case 'priced':
      return { ...shared, quoteOnly: true, reason: option.standing.reason };
  }
}

function executeOf(
  { request, offer: { quote }, ahead }: IntentOption,
  isOptIn: IntentSetting['isOptIn'],
) {
  return writeExecuteBody(request, quote.minOutput, {
    excludeRails: ahead.length === 0 ? undefined : ahead,
    isOptIn: isOptIn(quote.rail),
  });
}

function writeSkipped(
  { index, code, reason }: SkippedSource,
  sources: IntentRequest['sources'],
  sent: readonly SourceWire[],
): SkippedWire {
  const source = sources[index];
  const from =
    source !== undefined && 'request' in source
      ? writeSource(source.request)
      : writeUnknown(sent[index]);
  return { index, from, reason, errorCode: code };
}

function writeSource({ from, amount }: QuoteRequest): AlternativeWire['from'] {
  return {
    chain: chainToWire(from.chain),
    token: writeTokenAddress(from),
    symbol: from.symbol,
    amount: amount.toString(),
  };
}

function writeUnknown({ chain, token }: SourceWire = { chain: '' }): SkippedWire['from'] {
  return { chain: writeName(chain), ...(token === undefined ? {} : { token: writeName(token) }) };
}

function writeName<T extends string | number>(name: T): T | string {
  return String(name).length > longestName ? `${String(name).length} characters` : name;
}

function noteOf(plan: IntentPlan['plan'], alternatives: IntentPlan['alternatives']): string {
  if (plan !== null)
    return 'nothing was executed: add fromAddress to plan.execute and POST it to /api/agent/do for what to sign';
  return alternatives.length === 0
    ? 'no source was quoted; skipped says why'
    : 'no source can be executed with a signed permit; the alternatives say why';
}
