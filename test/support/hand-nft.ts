import type { Devnet } from '@interline/devnet';
import { Interface } from 'ethers';
import type { NodeRpc } from '../contract/custody/node-rpc.ts';
import { chainRpc } from './chain-rpc.ts';
import { mined } from './mined.ts';

const nft = new Interface(['function transferFrom(address,address,uint256)']);

/**
 * Gives an NFT of a devnet's chain to another account, without the key of the one that has it; ends
 * once that is mined.
 */
export async function handNft(
  { devnet, chainId, collection }: NftPlace,
  { id, from, to }: { readonly id: bigint; readonly from: string; readonly to: string },
): Promise<void> {
  const data = nft.encodeFunctionData('transferFrom', [from, to, id]);
  const rpc: NodeRpc = (method, params) => chainRpc(devnet, chainId, method, params);
  await rpc('anvil_impersonateAccount', [from]);
  await rpc('anvil_setBalance', [from, '0xde0b6b3a7640000']);
  await mined(rpc, await rpc('eth_sendTransaction', [{ from, to: collection, data }]));
}

export interface NftPlace {
  readonly devnet: Devnet;
  readonly chainId: number;
  readonly collection: string;
}
