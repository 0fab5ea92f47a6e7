import type * as z from 'zod';
import {
  effectiveFeePct,
  type IntentOption,
  type IntentPlan,
  type IntentRequest,
  type SkippedSource,
} from '@interline/core/transfer';
import { chainToWire, type QuoteRequest } from '@interline/kernel';
import { presentTokenAddress } from '../../server/present/present-address.ts';
import { presentExecuteBody } from '../execute/present.ts';
import { needsRecipient } from '../route-request.ts';
import type { intentPlanAnswer, SourceWire } from './schemas.ts';

type PlanWire = z.input<typeof intentPlanAnswer>;
type AlternativeWire = PlanWire['alternatives'][number];
type SkippedWire = PlanWire['skipped'][number];

interface IntentSetting {
  /** The sources as the client wrote them. */
  readonly sent: readonly SourceWire[];
  /** Whether an engine broadcasts only with `live: true`. */
  readonly isOptIn: (rail: string) => boolean;
}

/**
 * A name longer than any address may be something else that landed in the wrong field; it is not
 * repeated.
 */
const longestName = 44;

export function presentIntentPlan(
  { plan, alternatives, skipped }: IntentPlan,
  { goal, to, sources }: IntentRequest,
  { sent, isOptIn }: IntentSetting,
): PlanWire {
  return {
    goal,
    to: { chain: chainToWire(to.chain), token: presentTokenAddress(to), symbol: to.symbol },
    plan: plan === null ? null : { ...presentOption(plan), execute: executeOf(plan, isOptIn) },
    alternatives: alternatives.map((option) => presentAlternative(option, isOptIn)),
    skipped: skipped.map((one) => presentSkipped(one, sources, sent)),
    sourcesConsidered: sources.length,
    note: noteOf(plan, alternatives),
  };
}

function presentOption({
  request,
  offer: { quote, effectiveFee, qualityScore },
}: IntentOption): Omit<AlternativeWire, 'quoteOnly'> {
  return {
    from: presentSource(request),
    rail: quote.rail,
    estOut: quote.output.toString(),
    minOut: quote.minOutput.toString(),
    qualityScore,
    effectiveFeePct: effectiveFeePct(effectiveFee),
    etaSeconds: quote.durationSec,
  };
}

function presentAlternative(
  option: IntentOption,
  isOptIn: IntentSetting['isOptIn'],
): AlternativeWire {
  const shared = presentOption(option);
  switch (option.eligibility.kind) {
    case 'ready':
      return { ...shared, quoteOnly: false, execute: executeOf(option, isOptIn) };
    case 'deposit':
      return {
        ...shared,
        quoteOnly: false,
        execute: executeOf(option, isOptIn),
        reason: 'its source sends a deposit instead of signing a permit',
      };
    case 'priced':
      return { ...shared, quoteOnly: true, reason: option.eligibility.reason };
  }
}

function executeOf(
  { request, offer: { quote }, ahead }: IntentOption,
  isOptIn: IntentSetting['isOptIn'],
) {
  return presentExecuteBody(request, quote.minOutput, {
    excludeRails: ahead.length === 0 ? undefined : ahead,
    isOptIn: isOptIn(quote.rail),
  });
}

function presentSkipped(
  { index, code, reason }: SkippedSource,
  sources: IntentRequest['sources'],
  sent: readonly SourceWire[],
): SkippedWire {
  const source = sources[index];
  const from =
    source !== undefined && 'request' in source
      ? presentSource(source.request)
      : presentUnknown(sent[index]);
  return { index, from, reason, errorCode: code };
}

function presentSource({ from, amount }: QuoteRequest): AlternativeWire['from'] {
  return {
    chain: chainToWire(from.chain),
    token: presentTokenAddress(from),
    symbol: from.symbol,
    amount: amount.toString(),
  };
}

function presentUnknown({ chain, token }: SourceWire = { chain: '' }): SkippedWire['from'] {
  return {
    chain: presentName(chain),
    ...(token === undefined ? {} : { token: presentName(token) }),
  };
}

function presentName<T extends string | number>(name: T): T | string {
  return String(name).length > longestName ? `${String(name).length} characters` : name;
}

function noteOf(plan: IntentPlan['plan'], alternatives: IntentPlan['alternatives']): string {
  if (plan?.eligibility.kind === 'deposit') {
    const body = needsRecipient(plan.request)
      ? 'add toAddress to plan.execute and POST it'
      : 'POST plan.execute';
    return `nothing was executed: ${body} to /api/route/execute, which answers with where to pay`;
  }
  if (plan !== null) {
    const missing = needsRecipient(plan.request) ? 'fromAddress and toAddress' : 'fromAddress';
    return `nothing was executed: add ${missing} to plan.execute and POST it to /api/agent/do for what to sign`;
  }
  return alternatives.length === 0
    ? 'no source was quoted; skipped says why'
    : 'no source can be executed; the alternatives say why';
}
