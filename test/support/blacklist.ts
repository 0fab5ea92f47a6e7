import { AbiCoder, Interface, keccak256, toBeHex } from 'ethers';
import type { Devnet } from '@interline/devnet';
import { chainRpc } from './chain-rpc.ts';

const token = new Interface(['function isBlacklisted(address) view returns (bool)']);
const slotsProbed = 32;
const listed = toBeHex(1, 32);

/** One JSON-RPC call to the chain. */
export type AskChain = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Makes every USDC transfer from or to the account revert on that chain, or allows them again. */
export async function setBlacklisted(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  account: string,
  isListed: boolean,
): Promise<void> {
  const usdc =
    devnet.chains
      .find((one) => one.chainId === chainId)
      ?.tokens.find((one) => one.symbol === 'USDC')?.address ?? '';
  await writeBlacklist(
    (method, params) => chainRpc(devnet, chainId, method, params),
    usdc,
    account,
    isListed,
  );
}

/**
 * Written into the token's storage, so that it holds for whatever is mined from now on. A
 * transaction would have to outbid those in the pool, and what it pays is what the relayer bids
 * from then on.
 */
export async function writeBlacklist(
  ask: AskChain,
  usdc: string,
  account: string,
  isListed: boolean,
): Promise<void> {
  await ask('anvil_setStorageAt', [
    usdc,
    await storageKey(ask, usdc, account),
    isListed ? listed : toBeHex(0, 32),
  ]);
}

/**
 * Where the token keeps its word on the account: tries one mapping after another and asks the token
 * itself.
 */
async function storageKey(ask: AskChain, usdc: string, account: string): Promise<string> {
  const question = { to: usdc, data: token.encodeFunctionData('isBlacklisted', [account]) };
  for (let slot = 0; slot < slotsProbed; slot += 1) {
    const key = keccak256(
      AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [account, slot]),
    );
    const answers = await Promise.all(
      [0, 1].map((value) =>
        ask('eth_call', [
          question,
          'latest',
          { [usdc]: { stateDiff: { [key]: toBeHex(value, 32) } } },
        ]),
      ),
    );
    if (answers[0] !== listed && answers[1] === listed) return key;
  }
  throw new Error(
    `the token ${usdc} keeps its blacklist in none of its first ${slotsProbed} slots`,
  );
}
