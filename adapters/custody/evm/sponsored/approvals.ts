import { evmAddress, type EvmAddress, permit2Address } from '@interline/kernel';
import type { AccountCall } from '@interline/ports';

/** The positions of the spender, and of what it gets, among a call's words. */
interface Giving {
  readonly spender: number;
  /**
   * The call takes the right back where this word is zero; null where it gives the right with any
   * value.
   */
  readonly given: number | null;
  /** The spender is as many words behind the byte that this word points to. */
  readonly behind?: number;
}

/** By selector: calls that give another address a right to the account's assets. */
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
  // The same in USDC, which also accepts a contract's signature:
  // permit(address,address,uint256,uint256,bytes)
  '0x9fd5a6cf': { spender: 1, given: 2 },
  // DAI's permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed,…)
  '0x8fcbaf0c': { spender: 1, given: 4 },
  // ERC-777 authorizeOperator(address)
  '0x959b8c3f': { spender: 0, given: null },
  // ERC-1363 approveAndCall(address,uint256), and with data
  '0x3177029f': { spender: 0, given: 1 },
  '0xcae9ca51': { spender: 0, given: 1 },
  // ERC-6909 approve(address,uint256 id,uint256) and setOperator(address,bool)
  '0x426a8493': { spender: 0, given: 2 },
  '0x558a7297': { spender: 0, given: 1 },
  // Permit2's permit(address owner,((address token,uint160,uint48,uint48),address
  // spender,uint256),bytes)
  '0x2b67b570': { spender: 5, given: 2 },
  // The same with a list: permit(address owner,((address,uint160,uint48,uint48)[],address
  // spender,uint256),bytes)
  '0x2a2d80d1': { behind: 1, spender: 1, given: null },
};

/** The rights that the calls grant, and to whom. */
export function approvalsIn(
  calls: readonly AccountCall[],
): readonly { readonly call: number; readonly spender: EvmAddress }[] {
  return calls.flatMap(({ data }, call) => {
    const giving = givings[data.slice(0, 10).toLowerCase()];
    if (giving === undefined) return [];
    // Contracts that do not check the calldata size, like the first WETH, read missing bytes as
    // zero.
    const wordAt = (byte: number): string =>
      data.slice(10 + 2 * byte, 74 + 2 * byte).padEnd(64, '0');
    const from = giving.behind === undefined ? 0 : Number(`0x${wordAt(32 * giving.behind)}`);
    const given = giving.given === null ? '1' : wordAt(32 * giving.given);
    if (BigInt(`0x${given}`) === 0n) return [];
    const address = evmAddress(`0x${wordAt(from + 32 * giving.spender).slice(24)}`);
    return address === permit2Address ? [] : [{ call, spender: address }];
  });
}
