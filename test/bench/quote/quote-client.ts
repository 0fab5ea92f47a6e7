import { HttpLink } from '../load/http-link.ts';
import { lane } from './engines/engine.ts';
import { slowest } from './engines/engines.ts';
import type { QuoteScene } from './quote-scene.ts';

/** Both ends of a comparison over the same kind of connections. */
export interface QuoteClient {
  /** A quote through the service, of an amount that is new to it unless one is named. */
  quote(amount?: bigint): Promise<Quoted>;
  /** Milliseconds of the slowest engine's quote, asked directly. */
  slowestAlone(): Promise<number>;
  freshAmount(): bigint;
  close(): Promise<void>;
}

export interface Quoted {
  readonly tookMs: number;
  /** How many engines gave a price: one that refuses is fast. */
  readonly priced: number;
}

const parties = { fromAddress: `0x${'1a'.repeat(20)}`, toAddress: `0x${'2b'.repeat(20)}` } as const;
const firstAmount = 1_000_000_000n;

export function quoteClient({ service, fleet, token }: QuoteScene, clients: number): QuoteClient {
  const own = new HttpLink(service.url, clients);
  const engine = new HttpLink(fleet.urls[slowest.name] ?? '', clients);
  const path = `${slowest.path}?${new URLSearchParams({ fromToken: token, toToken: token, fromAmount: firstAmount.toString(), ...parties }).toString()}`;
  return {
    async quote(amount = freshAmount()) {
      const question = JSON.stringify({
        fromChain: lane.from,
        toChain: lane.to,
        token: 'USDC',
        amount: amount.toString(),
        ...parties,
      });
      const startMs = performance.now();
      const { body } = await own.post('/api/route/quote', question);
      const tookMs = performance.now() - startMs;
      if (typeof body['bestOf'] === 'number') return { tookMs, priced: body['bestOf'] };
      if (body['errorCode'] === 'NO_ROUTE') return { tookMs, priced: 0 };
      throw new Error(`the service gave no quote: ${JSON.stringify(body)}`);
    },
    async slowestAlone() {
      const startMs = performance.now();
      const { status } = await engine.get(path);
      if (status !== 200) throw new Error(`${slowest.name} answered ${status}`);
      return performance.now() - startMs;
    },
    freshAmount,
    async close() {
      await Promise.all([own.close(), engine.close()]);
    },
  };
}

let asked = 0n;

/** Another question than all before to every engine, and to every cache. */
function freshAmount(): bigint {
  asked += 1n;
  return firstAmount + asked * 10_000n;
}
