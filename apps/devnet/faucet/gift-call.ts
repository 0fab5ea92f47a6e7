import { Interface } from 'ethers/abi';
import { hexQuantity } from '../chains/hex-quantity.ts';
import type { UnlockedCall } from '../chains/unlocked-account.ts';
import type { DevnetChain } from '../devnet-chain.ts';
import { tokenNamed } from './token-named.ts';

/** `token`: a symbol or address of the chain, `native`, or `member`; `amount` in smallest units. */
export type Gift = { token: string; to: string; amount: bigint };

const token = new Interface(['function mint(address to, uint256 amount)']);
const pass = new Interface(['function mint(address to)']);

/** Tokens and passes are minted to the receiver, native gas is sent. */
export function giftCall(chain: DevnetChain, gift: Gift): UnlockedCall {
  const { to, amount } = gift;
  if (gift.token === 'native') return { to, value: hexQuantity(amount) };
  if (gift.token === 'member')
    return { to: chain.memberNft, data: pass.encodeFunctionData('mint', [to]) };

  const minted = tokenNamed(chain, gift.token);
  if (minted === undefined) throw new Error(`chain ${chain.chainId} has no token ${gift.token}`);
  return { to: minted.address, data: token.encodeFunctionData('mint', [to, amount]) };
}
