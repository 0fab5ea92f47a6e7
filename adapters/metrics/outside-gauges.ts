import type { WebhookReads } from '@interline/core/webhooks';
import type { ChainRef, TokenList } from '@interline/kernel';
import type { ChainTime, PricePort } from '@interline/ports';
import { Gauge } from 'prom-client';
import type { Meters } from './meters.ts';

interface OutsideParts {
  readonly chains: readonly ChainRef[];
  readonly chainTime: ChainTime;
  readonly price: PricePort;
  readonly tokens: Pick<TokenList, 'on'>;
}

const readWithinMs = 3_000;

/**
 * The newest block of each chain and each token's price, asked for when the metrics are scraped. A
 * figure that does not come in time stays as it was, so its age grows.
 */
export function watchOutside(
  { registry }: Pick<Meters, 'registry'>,
  { chains, chainTime, price, tokens }: OutsideParts,
): void {
  new Gauge({
    name: 'interline_chain_head_timestamp_seconds',
    help: 'When the newest block of a chain that its nodes show was made.',
    labelNames: ['chain'],
    registers: [registry],
    async collect() {
      const signal = AbortSignal.timeout(readWithinMs);
      await Promise.all(
        chains.map(async (chain) => {
          const headMs = await inTime(chainTime.headTimeMs(chain, signal), signal);
          if (headMs !== null) this.set({ chain }, headMs / 1_000);
        }),
      );
    },
  });
  new Gauge({
    name: 'interline_price_timestamp_seconds',
    help: "When a token's price was observed that can be used now; the oldest of its sources.",
    labelNames: ['chain', 'token'],
    registers: [registry],
    async collect() {
      const signal = AbortSignal.timeout(readWithinMs);
      await Promise.all(
        chains
          .flatMap((chain) => tokens.on(chain))
          .map(async (token) => {
            const told = await inTime(price.priceOf(token, signal), signal);
            if (told !== null)
              this.set({ chain: token.chain, token: token.symbol }, told.asOfMs / 1_000);
          }),
      );
    },
  });
}

/** Null for what fails or comes too late. */
async function inTime<T>(answer: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const onLate = (): void => late.resolve(null);
  signal.addEventListener('abort', onLate, { once: true });
  try {
    return await Promise.race([answer, late.promise]);
  } catch {
    return null;
  } finally {
    signal.removeEventListener('abort', onLate);
  }
}

/** A higher count changes nothing for the operator. */
const deadAtMost = 500;

/** How many webhooks have no receiver any more, read from the store when scraped. */
export function watchHooks(
  { registry }: Pick<Meters, 'registry'>,
  reader: { readonly webhooks: Pick<WebhookReads, 'deadHooks'> },
): void {
  new Gauge({
    name: 'interline_hooks_dead',
    help: 'Webhooks of which every try failed; interline hook dead lists them, 500 at most.',
    registers: [registry],
    async collect() {
      this.set((await reader.webhooks.deadHooks(deadAtMost)).length);
    },
  });
}

/** What runs here, as labels of a figure that is always 1. */
export function tellBuild({ registry }: Pick<Meters, 'registry'>, version: string): void {
  new Gauge({
    name: 'interline_build_info',
    help: 'Always 1; its labels say what runs here.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.version }, 1);
}
