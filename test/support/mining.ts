import type { Devnet } from '@interline/devnet';
import { chainRpc } from './chain-rpc.ts';

/** From now on transactions wait in the pool until `mine`. */
export async function stopMining(devnet: Pick<Devnet, 'chains'>, chainId: number): Promise<void> {
  await chainRpc(devnet, chainId, 'evm_setAutomine', [false]);
}

/** Mines what waits and goes on by itself. */
export async function resumeMining(devnet: Pick<Devnet, 'chains'>, chainId: number): Promise<void> {
  await chainRpc(devnet, chainId, 'evm_setAutomine', [true]);
  await mine(devnet, chainId);
}

export async function mine(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  blocks = 1,
): Promise<void> {
  await chainRpc(devnet, chainId, 'anvil_mine', [`0x${blocks.toString(16)}`]);
}
