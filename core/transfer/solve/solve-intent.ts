import {
  type ErrorCode,
  errorEntry,
  isBurnAddress,
  isRelayError,
  type QuoteRequest,
  RelayError,
  type TokenRef,
} from '@interline/kernel';
import type { CompareRails } from '../compare/compare-rails.ts';
import { cannotExecute } from '../quote/rails-refused.ts';
import { chooseOffer, type ChosenOffer, type Goal, rankOptions } from './rank-options.ts';

/** A possible source of the money: its request, or why it has none. */
export type IntentSource = { readonly request: QuoteRequest } | { readonly refusal: SourceRefusal };

interface SourceRefusal {
  readonly code: ErrorCode;
  readonly reason: string;
}

export interface IntentRequest {
  readonly to: TokenRef;
  readonly recipient: string | null;
  readonly goal: Goal;
  readonly sources: readonly IntentSource[];
}

/** One source with the offer that serves the goal best. */
export interface IntentOption extends ChosenOffer {
  readonly request: QuoteRequest;
}

export interface SkippedSource extends SourceRefusal {
  /** Its index among the sources. */
  readonly index: number;
}

export interface IntentPlan {
  /** The option that one signed permit, or one deposit, executes; null if no source allows that. */
  readonly plan: IntentOption | null;
  /** The other sources in the goal's order; those with only a price come last. */
  readonly alternatives: readonly IntentOption[];
  readonly skipped: readonly SkippedSource[];
}

/**
 * Compares every source once and ranks them. Moves nothing. A source that cannot serve is skipped
 * with its reason; faults are thrown.
 */
export type SolveIntent = (request: IntentRequest, signal: AbortSignal) => Promise<IntentPlan>;

export function solveIntent(compareRails: CompareRails): SolveIntent {
  return async ({ to, recipient, goal, sources }, signal) => {
    if (recipient !== null && isBurnAddress(to.chain, recipient)) {
      throw new RelayError(
        'BURN_ADDRESS_REFUSED',
        { field: 'toAddress' },
        `toAddress ${recipient} is a burn or null address; what is sent there is lost`,
      );
    }
    const answers = await Promise.all(
      sources.map(async (source) => consider(compareRails, source, goal, signal)),
    );
    const ranked = rankOptions(
      answers.flatMap((answer) => ('option' in answer ? [answer.option] : [])),
      goal,
    );
    const [first] = ranked;
    const plan = first === undefined || first.eligibility.kind === 'priced' ? null : first;
    return {
      plan,
      alternatives: ranked.filter((option) => option !== plan),
      skipped: answers.flatMap((answer, index) =>
        'refusal' in answer ? [{ index, ...answer.refusal }] : [],
      ),
    };
  };
}

type Considered = { readonly option: IntentOption } | { readonly refusal: SourceRefusal };

async function consider(
  compareRails: CompareRails,
  source: IntentSource,
  goal: Goal,
  signal: AbortSignal,
): Promise<Considered> {
  if ('refusal' in source) return source;
  const { request } = source;
  try {
    const { priced, refusals } = await compareRails(request, { excludeRails: [] }, signal);
    const chosen = chooseOffer(request, priced, goal);
    return chosen === null
      ? { refusal: refusalOf(cannotExecute(refusals)) }
      : { option: { request, ...chosen } };
  } catch (error) {
    if (!isRelayError(error) || errorEntry(error.code).http >= 500) throw error;
    return { refusal: refusalOf(error) };
  }
}

function refusalOf({ code, message }: RelayError): SourceRefusal {
  return { code, reason: message };
}
