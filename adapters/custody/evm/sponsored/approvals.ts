import { evmAddress, type EvmAddress, permit2Address } from '@interline/kernel';
import type { AccountCall } from '@interline/ports';

/** Where the spender, and what it gets, stand among a call's words. */
interface Giving {
  readonly spender: number;
  /** The right is taken back where this word is zero. */
  readonly given: number;
}

/** By selector: what gives another address a right on what the account has. */
const givings: Readonly<Record<string, Giving>> = {
  // approve(address,uint256), of tokens and of single NFTs
  '0x095ea7b3': { spender: 0, given: 1 },
  // increaseAllowance(address,uint256)
  '0x39509351': { spender: 0, given: 1 },
  // setApprovalForAll(address,bool)
  '0xa22cb465': { spender: 0, given: 1 },
  // Permit2's approve(address token,address spender,uint160,uint48)
  '0x87517c45': { spender: 1, given: 2 },
  // EIP-2612 permit(address owner,address spender,uint256,…)
  '0xd505accf': { spender: 1, given: 2 },
};

/** What the calls give away, and to whom. */
export function approvalsIn(
  calls: readonly AccountCall[],
): readonly { readonly call: number; readonly spender: EvmAddress }[] {
  return calls.flatMap(({ data }, call) => {
    const giving = givings[data.slice(0, 10).toLowerCase()];
    if (giving === undefined) return [];
    const words = data.slice(10).match(/.{64}/g) ?? [];
    const [spender, given] = [words[giving.spender], words[giving.given]];
    if (spender === undefined || given === undefined || BigInt(`0x${given}`) === 0n) return [];
    const address = evmAddress(`0x${spender.slice(24)}`);
    return address === permit2Address ? [] : [{ call, spender: address }];
  });
}
