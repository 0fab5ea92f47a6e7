import { Interface } from 'ethers';
import type { Devnet } from '@interline/devnet';
import { chainRpc } from './chain-rpc.ts';

const token = new Interface(['function owner() view returns (address)', 'function blacklist(address)', 'function unBlacklist(address)']);

/** So that it goes first in a block that is mined by hand. */
const aheadOfOthers = '0x174876e800';

/** Makes every USDC transfer from or to the account revert on that chain, or allows them again. */
export async function setBlacklisted(devnet: Pick<Devnet, 'chains'>, chainId: number, account: string, isListed: boolean): Promise<void> {
  const usdc = devnet.chains.find((one) => one.chainId === chainId)?.tokens.find((one) => one.symbol === 'USDC')?.address;
  const owner = token.decodeFunctionResult('owner', await chainRpc(devnet, chainId, 'eth_call', [{ to: usdc, data: token.encodeFunctionData('owner') }, 'latest']) as string)[0] as string;
  await chainRpc(devnet, chainId, 'eth_sendTransaction', [{
    from: owner, to: usdc, data: token.encodeFunctionData(isListed ? 'blacklist' : 'unBlacklist', [account]), maxFeePerGas: aheadOfOthers, maxPriorityFeePerGas: aheadOfOthers,
  }]);
}
