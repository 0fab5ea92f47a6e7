import { isNative, RelayError, type TokenRef, valueMicroUsd } from '@interline/domain';
import type { MoneyPorts } from '../money/money-ports.ts';
import type { ExecuteRequest } from './execute-route.ts';

/**
 * A permit does not sign its recipient, so what is accepted and not mined yet is what a stolen relayer key could redirect:
 * its value on one chain has a limit. Tokens without a price cannot be counted. Throws `RELAYER_BUSY`.
 */
export async function checkOpenValue(ports: Pick<MoneyPorts, 'reader' | 'price' | 'policy' | 'tokens'>, request: ExecuteRequest, signal: AbortSignal): Promise<void> {
  const { from, amount, lane } = request.quote;
  if (isNative(from)) return;
  const open = await ports.reader.pendingPullsOn(lane.from);
  const limit = BigInt(ports.policy.maxOpenPullsUsd) * 1_000_000n;
  let total = await microUsdOf(ports, from, amount, signal);
  for (const [address, units] of open) {
    const token = ports.tokens.on(lane.from).find((one) => one.address === address);
    if (token !== undefined) total += await microUsdOf(ports, token, units, signal);
  }
  if (total > limit) throw new RelayError('RELAYER_BUSY', { chain: lane.from }, `pulls worth ${total / 1_000_000n} USD would be under way on ${lane.from}; at most ${ports.policy.maxOpenPullsUsd} may be at one time`);
}

async function microUsdOf({ price }: Pick<MoneyPorts, 'price'>, token: TokenRef, units: bigint, signal: AbortSignal): Promise<bigint> {
  const found = await price.priceOf(token, signal).catch(() => null);
  return found === null ? 0n : valueMicroUsd(units, token.decimals, found);
}
