import type { JsonObject } from '@interline/plugins';
import { plainSettings, type ScriptedApi } from '../../../testing/scripted-api.ts';
import type { UpstreamAnswer, UpstreamRequest, UpstreamSettings } from '../../upstream.ts';
import { dryQuote, liveQuote, quoteBody, signer, tokensBody } from './oneclick-bodies.ts';

export interface OneclickScript {
  readonly quote?: (request: JsonObject) => UpstreamAnswer;
  readonly tokens?: () => UpstreamAnswer;
  readonly settings?: Partial<UpstreamSettings>;
  readonly nowMs?: () => number;
}

/** Answers as 1Click does, each quote by its own request. */
export function oneclickApi({
  quote = soundQuote,
  tokens = soundTokens,
  settings = {},
  nowMs = () => 1_800_000_000_000,
}: OneclickScript = {}): ScriptedApi {
  const requests: UpstreamRequest[] = [];
  return {
    settings: { ...plainSettings, signer, ...settings },
    nowMs,
    requests,
    unread: [],
    leftOut: () => undefined,
    async ask(request, signal) {
      signal.throwIfAborted();
      requests.push(request);
      return request.path === '/v0/tokens' ? tokens() : quote(request.body ?? {});
    },
  };
}

/** What was asked for as quotes, in order. */
export function quotesAsked({ requests }: ScriptedApi): readonly JsonObject[] {
  return requests.flatMap(({ path, body }) =>
    path === '/v0/quote' && body !== undefined ? [body] : [],
  );
}

function soundQuote(request: JsonObject): UpstreamAnswer {
  return { status: 200, body: quoteBody(request, request['dry'] === true ? dryQuote : liveQuote) };
}

function soundTokens(): UpstreamAnswer {
  return { status: 200, body: tokensBody };
}
