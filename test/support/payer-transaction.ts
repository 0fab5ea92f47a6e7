import type { Devnet } from '@interline/devnet';
import { Interface, toQuantity } from 'ethers';
import { chainRpc } from './chain-rpc.ts';
import { mined } from './mined.ts';
import type { Payer } from './payer.ts';

const token = new Interface(['function transfer(address to, uint256 units)']);
const permit2 = new Interface(['function invalidateUnorderedNonces(uint256 word, uint256 mask)']);
/** More than the relayer bids on a quiet chain. */
const leastTipWei = 100n * 10n ** 9n;
const permit2Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/**
 * The payer's own doing behind the service's back: goes into the pool before everything else, is
 * mined when the chain mines.
 */
export async function spendElsewhere(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  payer: Payer,
  units: bigint,
): Promise<void> {
  const usdc =
    devnet.chains
      .find((one) => one.chainId === chainId)
      ?.tokens.find((one) => one.symbol === 'USDC')?.address ?? '';
  await sendOwn(
    devnet,
    chainId,
    payer,
    usdc,
    token.encodeFunctionData('transfer', ['0x00000000000000000000000000000000000e15e0', units]),
  );
}

/** Spends all bits of the nonce's word without redeeming any, in one transaction. */
export async function cancelPermits(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  payer: Payer,
  nonce: bigint,
): Promise<void> {
  await spendBits(devnet, chainId, payer, nonce, 2n ** 256n - 1n);
}

/** Spends the permit's bit without redeeming it, as a wallet's "cancel" does. */
export async function cancelPermit(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  payer: Payer,
  nonce: bigint,
): Promise<void> {
  await spendBits(devnet, chainId, payer, nonce, 1n << (nonce & 255n));
}

async function spendBits(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  payer: Payer,
  nonce: bigint,
  bits: bigint,
): Promise<void> {
  const data = permit2.encodeFunctionData('invalidateUnorderedNonces', [nonce >> 8n, bits]);
  await sendOwn(devnet, chainId, payer, permit2Address, data);
}

export interface Bid {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * In front of all that is in the pool. No figure does for good: the relayer bids what the last
 * block paid, this too.
 */
export async function bidAhead(devnet: Pick<Devnet, 'chains'>, chainId: number): Promise<Bid> {
  const { pending } = (await chainRpc(devnet, chainId, 'txpool_content')) as PoolContent; // CAST: the node's own shape.
  const tips = Object.values(pending)
    .flatMap((byNonce) => Object.values(byNonce))
    .map((tx) => BigInt(tx.maxPriorityFeePerGas ?? tx.gasPrice ?? 0));
  const tip = tips.reduce((most, one) => (2n * one > most ? 2n * one : most), leastTipWei);
  return { maxFeePerGas: 2n * tip, maxPriorityFeePerGas: tip };
}

interface PoolContent {
  readonly pending: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly maxPriorityFeePerGas?: string; readonly gasPrice?: string }>
      >
    >
  >;
}

async function sendOwn(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  payer: Payer,
  to: string,
  data: string,
): Promise<unknown> {
  const nonce = Number(
    await chainRpc(devnet, chainId, 'eth_getTransactionCount', [payer.address, 'latest']),
  );
  await chainRpc(devnet, chainId, 'anvil_setBalance', [payer.address, toQuantity(10n ** 20n)]);
  const raw = await payer.wallet.signTransaction({
    type: 2,
    chainId,
    nonce,
    to,
    data,
    gasLimit: 100_000n,
    ...(await bidAhead(devnet, chainId)),
  });
  return chainRpc(devnet, chainId, 'eth_sendRawTransaction', [raw]);
}

const ownAllowances = new Interface([
  'function approve(address spender, uint256 units)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
]);

/** Lets Permit2 take the token, as a wallet does once; ends once that is mined. */
export async function approvePermit2(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  payer: Payer,
  token: string,
  units = 2n ** 256n - 1n,
): Promise<void> {
  const data = ownAllowances.encodeFunctionData('approve', [permit2Address, units]);
  const hash = await sendOwn(devnet, chainId, payer, token, data);
  await mined((method, params) => chainRpc(devnet, chainId, method, params), hash);
}

/** Ends every allowance for the spender that is signed with nonce 0 and not opened yet. */
export const invalidateFirstNonce = invalidateBefore(1);

/** The same of every lower nonce. */
export function invalidateBefore(nonce: number) {
  return async (
    devnet: Pick<Devnet, 'chains'>,
    chainId: number,
    payer: Payer,
    { token, spender }: { readonly token: string; readonly spender: string },
  ): Promise<void> => {
    const data = ownAllowances.encodeFunctionData('invalidateNonces', [token, spender, nonce]);
    const hash = await sendOwn(devnet, chainId, payer, permit2Address, data);
    await mined((method, params) => chainRpc(devnet, chainId, method, params), hash);
  };
}

/** Takes back the allowance that stands for the spender: Permit2's way out for an owner; ends once that is mined. */
export async function lockDown(...sent: Parameters<typeof sendLockDown>): Promise<void> {
  const [devnet, chainId] = sent;
  const hash = await sendLockDown(...sent);
  await mined((method, params) => chainRpc(devnet, chainId, method, params), hash);
}

/** The same, for the next block. */
export async function sendLockDown(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  payer: Payer,
  { token, spender }: { readonly token: string; readonly spender: string },
): Promise<unknown> {
  const data = ownAllowances.encodeFunctionData('lockdown', [[[token, spender]]]);
  return sendOwn(devnet, chainId, payer, permit2Address, data);
}
