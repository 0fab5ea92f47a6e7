import { readdirSync, readFileSync } from 'node:fs';
import {
  asAmount,
  asUnits,
  evmAddress,
  evmChain,
  type Hex,
  isRelayError,
  type JsonObject,
  type Json,
  type TokenRef,
} from '@interline/plugins';
import type { Ask, Built, Upstream, UpstreamAnswer, UpstreamApi } from '../upstream/upstream.ts';
import { plainSettings } from './scripted-api.ts';
import { testAsk } from './test-ask.ts';

/**
 * A response that an engine gave, or documents; `source` says where it was found and what was
 * changed.
 */
export interface RecordedAnswer {
  readonly source: JsonObject;
  readonly step: 'price' | 'build' | 'status';
  readonly httpStatus?: number;
  readonly nowMs?: number;
  readonly ask?: RecordedAsk;
  readonly ref?: JsonObject;
  readonly srcTx?: Hex;
  /** Path endings with other responses. */
  readonly also?: readonly { readonly path: string; readonly body: Json }[];
  readonly body: Json;
  /** The parts of the reading that are known to be correct. */
  readonly right: Readonly<Record<string, Json>>;
}

interface RecordedAsk extends Readonly<
  Record<'units' | 'depositor' | 'recipient' | 'payer', string>
> {
  readonly from: RecordedToken;
  readonly to: RecordedToken;
  readonly minOutput?: string;
}

type RecordedToken = Pick<TokenRef, 'address' | 'symbol' | 'decimals'> & {
  readonly chainId: number;
  readonly asset?: string;
};

const signal = new AbortController().signal;
const anyTx: Hex = `0x${'11'.repeat(32)}`;

/** The files in an engine's folder `testing/recorded`, by name. */
export function recordedAnswers({
  name,
}: Pick<Upstream, 'name'>): ReadonlyMap<string, RecordedAnswer> {
  const folder = new URL(`../upstream/${name}/testing/recorded/`, import.meta.url);
  return new Map(
    readdirSync(folder)
      .sort()
      .map((file) => [
        file.replace('.json', ''),
        // CAST: our own files.
        JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as RecordedAnswer,
      ]),
  );
}

/** The engine folder's result for it; for a fault, its code. */
export function readingOf(upstream: Upstream, recorded: RecordedAnswer): Promise<object> {
  return readAnswer(upstream, recorded).catch((error: unknown) => ({
    fault: isRelayError(error) ? error.code : String(error),
  }));
}

async function readAnswer(upstream: Upstream, recorded: RecordedAnswer): Promise<object> {
  const api = apiOf(recorded);
  if (recorded.step === 'status')
    return upstream.track(recorded.ref ?? {}, recorded.srcTx ?? anyTx, api, signal);
  const outcome = await upstream[recorded.step](askOf(recorded), api, signal);
  if (!outcome.ok) return { refused: outcome.code };
  const { value } = outcome;
  // CAST: only what was built has a call.
  return 'call' in value ? { ...value, ...callOf(value as Built) } : value;
}

function callOf({ call: { to, data, value, spender, says } }: Built): object {
  return { to, data, value: value, spender, says };
}

function apiOf({
  httpStatus = 200,
  nowMs = 1_790_000_000_000,
  also = [],
  body,
}: RecordedAnswer): UpstreamApi {
  return {
    settings: plainSettings,
    nowMs: () => nowMs,
    leftOut: () => undefined,
    async ask({ path }): Promise<UpstreamAnswer> {
      const other = also.find((one) => path.startsWith(one.path));
      return other === undefined ? { status: httpStatus, body } : { status: 200, body: other.body };
    },
  };
}

function askOf({ ask }: RecordedAnswer): Ask {
  if (ask === undefined) return testAsk();
  const tokenOf = ({
    chainId,
    address,
    symbol,
    decimals,
    asset = symbol,
  }: RecordedToken): TokenRef => ({
    chain: evmChain(chainId),
    address: address.toLowerCase(),
    symbol,
    decimals,
    asset,
  });
  return testAsk({
    from: tokenOf(ask.from),
    to: tokenOf(ask.to),
    units: asAmount(BigInt(ask.units)),
    depositor: evmAddress(ask.depositor),
    recipient: evmAddress(ask.recipient),
    payer: evmAddress(ask.payer),
    minOutput: ask.minOutput === undefined ? null : asUnits(BigInt(ask.minOutput)),
  });
}

/**
 * The known members of a reading in the files' notation: amounts in digits, addresses as they are,
 * a long text by its beginning.
 */
export function partOf(read: unknown, known: Json): unknown {
  if (typeof known === 'string' && known.endsWith('..'))
    return String(read).startsWith(known.slice(0, -2)) ? known : read;
  if (typeof known === 'string' && typeof read === 'string')
    return read.toLowerCase() === known.toLowerCase() ? known : read;
  if (typeof read === 'bigint') return read.toString();
  if (typeof known !== 'object' || known === null || typeof read !== 'object' || read === null)
    return read;
  return Object.fromEntries(
    Object.entries(known).map(([name, value]) => [
      name,
      partOf((read as Record<string, unknown>)[name], value),
    ]),
  );
}
