import {
  isNative,
  type Price,
  RelayError,
  tokenKey,
  type TokenRef,
  valueMicroUsd,
} from '@interline/kernel';
import type { TransactionReads } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { ExecuteRequest } from './execute-route.ts';

type Ports = Pick<TransferPorts, 'store' | 'price' | 'policy' | 'tokens'>;

/**
 * Throws `RELAYER_BUSY` where one more pull would be too much, by the store as this reads sees
 * it.
 */
export type AssertRoom = (reads: {
  readonly transactions: Pick<TransactionReads, 'pendingPullsOn'>;
}) => Promise<void>;

/** Throws `RELAYER_BUSY`. */
export async function checkOpenValue(
  ports: Ports,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<void> {
  const assertRoom = await roomForPull(ports, request, signal);
  await assertRoom(ports.store.reads);
}

/**
 * A permit does not sign its recipient, so what is accepted and not mined yet is what a stolen
 * relayer key could redirect: its value on one chain has a limit. Prices are asked for here, so
 * that the unit that accepts can count once more: of many that ask at once each finds room. A token
 * whose value nobody can tell is not pulled. Throws `RELAYER_BUSY`.
 */
export async function roomForPull(
  ports: Ports,
  { quote: { from, amount, lane } }: ExecuteRequest,
  signal: AbortSignal,
): Promise<AssertRoom> {
  if (isNative(from)) return () => Promise.resolve();
  const tokens = ports.tokens.on(lane.from).filter((one) => !isNative(one));
  const prices = new Map(
    await Promise.all(
      tokens.map(async (token) => [tokenKey(token), await priceOf(ports, token, signal)] as const),
    ),
  );
  const own = prices.get(tokenKey(from)) ?? null;
  if (own === null)
    throw new RelayError(
      'RELAYER_BUSY',
      { chain: lane.from },
      `what ${from.symbol} is worth cannot be told now, so its pull cannot be counted among those under way on ${lane.from}`,
    );
  const limit = BigInt(ports.policy.maxOpenPullsUsd) * 1_000_000n;
  return async (reads) => {
    let total = valueMicroUsd(amount, from.decimals, own);
    for (const [address, units] of await reads.transactions.pendingPullsOn(lane.from)) {
      const token = tokens.find((one) => one.address === address);
      const price = token === undefined ? null : (prices.get(tokenKey(token)) ?? null);
      // One whose price was lost since it was accepted holds up nobody else.
      if (token !== undefined && price !== null)
        total += valueMicroUsd(units, token.decimals, price);
    }
    if (total > limit)
      throw new RelayError(
        'RELAYER_BUSY',
        { chain: lane.from },
        `pulls worth ${total / 1_000_000n} USD would be under way on ${lane.from}; at most ${ports.policy.maxOpenPullsUsd} may be at one time`,
      );
  };
}

async function priceOf(
  { price }: Ports,
  token: TokenRef,
  signal: AbortSignal,
): Promise<Price | null> {
  return price.priceOf(token, signal).catch(() => null);
}
