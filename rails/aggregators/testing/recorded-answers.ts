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
import { expect } from 'chai';
import type { Ask, Built, Upstream, UpstreamAnswer, UpstreamApi } from '../upstream/upstream.ts';
import { plainSettings } from './scripted-api.ts';
import { testAsk } from './test-ask.ts';

/**
 * An answer that an engine gave, or documents; `source` says where it was found and what was done
 * to it.
 */
interface RecordedAnswer {
  readonly source: JsonObject;
  readonly step: 'price' | 'build' | 'status';
  readonly httpStatus?: number;
  readonly nowMs?: number;
  readonly ask?: RecordedAsk;
  readonly ref?: JsonObject;
  readonly srcTx?: Hex;
  /** Ends of paths that are answered otherwise. */
  readonly also?: readonly { readonly path: string; readonly body: Json }[];
  readonly body: Json;
  /** What of the reading is known to be right. */
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

/** A test for each file in the folder `testing/recorded` beside the given module. */
export function itReadsRecordedAnswers(upstream: Upstream, module: string): void {
  const folder = new URL('./testing/recorded/', module);
  for (const name of readdirSync(folder).sort()) {
    it(`is read right in ${name.replace('.json', '')}`, async () => {
      // CAST: our own files.
      const recorded = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as RecordedAnswer;

      const read = await readingOf(upstream, recorded).catch((error: unknown) => ({
        fault: isRelayError(error) ? error.code : String(error),
      }));

      expect(partOf(read, recorded.right)).to.deep.equal(recorded.right);
    });
  }
}

async function readingOf(upstream: Upstream, recorded: RecordedAnswer): Promise<object> {
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
 * The members that are known, written as the files write them: amounts in digits, addresses as
 * there, a long text by its beginning.
 */
function partOf(read: unknown, known: Json): unknown {
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
