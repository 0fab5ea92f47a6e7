import { evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { toQuantity } from 'ethers';
import { chainRpc } from './chain-rpc.ts';
import type { Harness } from './harness.ts';
import { mine } from './mining.ts';
import { until } from './until.ts';

const gwei = 10n ** 9n;

/** Until the service prices gas of the chain at that base fee, its tip included. */
export async function gasCosts(
  { container, devnet }: Harness,
  chainId: number,
  baseGwei: bigint,
): Promise<void> {
  const chains = container.get(parts.chains);
  const baseFee = baseGwei * gwei;
  await until(`gas at ${baseGwei} gwei`, async () => {
    await chainRpc(devnet, chainId, 'anvil_setNextBlockBaseFeePerGas', [toQuantity(baseFee)]);
    await mine(devnet, chainId);
    const price = await chains.gasCost(evmChain(chainId), 1n, AbortSignal.timeout(5_000));
    return price >= baseFee && price <= baseFee + 2n * gwei;
  });
}
