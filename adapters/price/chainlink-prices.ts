import type { ChainRef, Address, Hex, Price } from '@interline/kernel';
import type { ChainReader, ChainTime, Clock, Log } from '@interline/ports';
import { keptReading } from './kept-reading.ts';
import type { PriceSource } from './sourced-prices.ts';

export interface ChainlinkFeed {
  /** The asset whose tokens the feed prices. */
  readonly asset: string;
  readonly chain: ChainRef;
  readonly address: Address;
  /** The feed promises an answer at least so often. */
  readonly heartbeatSec: number;
}

interface Parts {
  readonly chains: Pick<ChainReader, 'call'> & ChainTime;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly log: Log;
  readonly stop: AbortSignal;
}

/**
 * Rounds and blocks are read one after the other, perhaps from two RPC nodes: a round may be this
 * much newer than the block.
 */
const nodesApartMs = 60_000;

const selectors = {
  decimals: '0x313ce567',
  latestRoundData: '0xfeaf968c',
} as const satisfies Record<string, Hex>;

/** Chainlink's USD feeds, read on chain. The first feed of an asset is asked. */
export function chainlinkPrices(feeds: readonly ChainlinkFeed[], parts: Parts): PriceSource {
  const readings = new Map(
    feeds
      .toReversed()
      .map((feed) => [feed.asset, keptReading(parts.clock, feedReader(feed, parts))]),
  );
  return {
    name: 'chainlink',
    priceOf: async ({ asset }) => (await readings.get(asset)?.()) ?? null,
  };
}

/**
 * A feed that has not moved confirms its answer until its heartbeat is over. Until then the price
 * is as fresh as the block it is read at, so an RPC node that has stopped gives a stale one. There
 * is no price beyond the heartbeat, or from a round in the future.
 */
function feedReader(
  feed: ChainlinkFeed,
  { chains, clock, log, stop }: Parts,
): () => Promise<Price | null> {
  return async () => {
    try {
      // Read each time, so that one wrong answer of a node does not shift every price that follows.
      const decimals = Number(
        BigInt((await chains.call(feed.chain, feed.address, selectors.decimals, stop)) ?? '0x'),
      );
      const round = readRound(
        await chains.call(feed.chain, feed.address, selectors.latestRoundData, stop),
        decimals,
      );
      if (round === null) return null;
      const [nowMs, headMs] = [clock.now(), await chains.headTimeMs(feed.chain, stop)];
      const isOver =
        nowMs - round.updatedAtMs > feed.heartbeatSec * 1_000 ||
        round.updatedAtMs > headMs + nodesApartMs;
      return isOver ? null : { microUsd: round.microUsd, asOfMs: Math.min(nowMs, headMs) };
    } catch (error) {
      log.warn('prices-unread', {
        source: 'chainlink',
        asset: feed.asset,
        fault: error instanceof Error ? error.name : 'unknown',
      });
      return null;
    }
  };
}

interface FeedRound {
  readonly microUsd: bigint;
  readonly updatedAtMs: number;
}

/** No feed has more decimals. */
const mostDecimals = 36;

/**
 * Reads what `latestRoundData()` returns: roundId, answer (int256), startedAt, updatedAt,
 * answeredInRound, a word each. Null where the answer is not positive, the round is not complete,
 * or its answer was carried over from an older one.
 */
function readRound(data: Hex | null, decimals: number): FeedRound | null {
  if (
    data === null ||
    !/^0x[0-9a-fA-F]{320}$/.test(data) ||
    !Number.isInteger(decimals) ||
    decimals > mostDecimals
  )
    return null;
  const [roundId, answer, , updatedAt, answeredInRound] = Array.from({ length: 5 }, (_, at) =>
    BigInt(`0x${data.slice(2 + at * 64, 66 + at * 64)}`),
  );
  if (
    roundId === undefined ||
    answer === undefined ||
    updatedAt === undefined ||
    answeredInRound === undefined
  )
    return null;
  const isNegative = answer >> 255n === 1n;
  if (isNegative || updatedAt === 0n || updatedAt > 10n ** 12n || answeredInRound < roundId)
    return null;
  const microUsd = (answer * 1_000_000n) / 10n ** BigInt(decimals);
  return microUsd === 0n ? null : { microUsd, updatedAtMs: Number(updatedAt) * 1_000 };
}
