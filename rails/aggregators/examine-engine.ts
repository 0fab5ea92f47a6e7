import {
  asAmount,
  evmChain,
  inTokens,
  type Ppm,
  type RailOutcome,
  type TokenRef,
  type WayExamination,
} from '@interline/plugins';
import { anonymousParty } from './ask-of.ts';
import { type Engine, refusalOfFault } from './engine/engine.ts';
import { withinDeadline } from './engine/within-deadline.ts';
import type { AggregatorSetup } from './setup.ts';
import type { Ask, Priced, UpstreamAnswer, UpstreamApi } from './upstream/upstream.ts';
import { compareShape } from './wire/compare-shape.ts';

const wholeTokens = 100n;

/** Asks one engine for the price of 100 dollars, and compares its response with the known shape. */
export async function examineEngine(
  setup: AggregatorSetup,
  way: string,
  caller: AbortSignal,
): Promise<WayExamination | null> {
  const engine = setup.engines.find(({ upstream }) => upstream.name === way);
  if (engine === undefined) return null;
  const nothing = { isPriced: false, isNew: [], isMissing: [], isUnread: [] };
  const ask = testAskOf(setup, engine);
  if (ask === null)
    return {
      ...nothing,
      says: `${way} lists no two chains of this deployment with a dollar token`,
    };
  let last: UpstreamAnswer | null = null;
  const heard = overheard(engine.apis.price([]), (answered) => {
    last = answered;
  });
  const outcome = await priceOf(setup, engine, ask, heard, caller);
  const body = bodyOf(last);
  const { shape, unused } = engine.upstream.quote;
  const { unnamed, missing, unread } =
    body === null ? { unnamed: [], missing: [], unread: [] } : compareShape(shape, body);
  return {
    isPriced: outcome.ok,
    says: `${wholeTokens} ${ask.from.symbol} from ${ask.from.chain} to ${ask.to.chain} over ${way}: ${wordsOf(outcome, ask.to)}`,
    isNew: unnamed.filter((place) => !unused.has(place)),
    isMissing: missing,
    isUnread: unread,
  };
}

/** Between the first two of its chains for which the deployment lists a dollar token. */
function testAskOf({ context: { tokens, relayer } }: AggregatorSetup, engine: Engine): Ask | null {
  const dollars = [...engine.chainIds].flatMap((chainId) => {
    const token = tokens.on(evmChain(chainId)).find(({ asset }) => asset === 'USD');
    return token === undefined ? [] : [{ chainId, token }];
  });
  const [from, to] = dollars;
  if (from === undefined || to === undefined) return null;
  return {
    fromChainId: from.chainId,
    toChainId: to.chainId,
    from: from.token,
    to: to.token,
    units: asAmount(wholeTokens * 10n ** BigInt(from.token.decimals)),
    depositor: relayer,
    payer: anonymousParty,
    recipient: anonymousParty,
    slippage: 5_000 as Ppm, // CAST: half a percent.
    minOutput: null,
  };
}

function overheard(api: UpstreamApi, hear: (answered: UpstreamAnswer) => void): UpstreamApi {
  return {
    ...api,
    async ask(request, signal) {
      const answered = await api.ask(request, signal);
      hear(answered);
      return answered;
    },
  };
}

async function priceOf(
  { context: { clock, log }, settings }: AggregatorSetup,
  { upstream }: Engine,
  ask: Ask,
  api: UpstreamApi,
  caller: AbortSignal,
): Promise<RailOutcome<Priced>> {
  const terms = { clock, deadlineMs: settings.engineDeadlineMs, engine: upstream.name };
  try {
    return await withinDeadline(terms, (signal) =>
      upstream.price(ask, api, AbortSignal.any([signal, caller])),
    );
  } catch (error) {
    return refusalOfFault(upstream.name, 'price', error, log);
  }
}

/** The response if it may be a quote; a refusal has another shape. */
function bodyOf(answered: UpstreamAnswer | null): unknown {
  return answered === null || answered.status >= 400 ? null : answered.body;
}

function wordsOf(outcome: RailOutcome<Priced>, to: TokenRef): string {
  return outcome.ok ? inTokens(outcome.value.output, to) : `${outcome.code}, ${outcome.reason}`;
}
