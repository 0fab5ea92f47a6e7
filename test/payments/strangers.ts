import type { PaymentPayload } from '@x402/core/types';
import { Interface, Signature, toQuantity } from 'ethers';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import type { Harness } from '../support/harness.ts';
import { chainId } from './payments-scene.ts';

const token = new Interface([
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)',
  'function transfer(address,uint256)',
  'function balanceOf(address) view returns (uint256)',
]);

interface Exact {
  readonly signature: string;
  readonly authorization: Readonly<
    Record<'from' | 'to' | 'value' | 'validAfter' | 'validBefore' | 'nonce', string>
  >;
}

export function exactOf({ payload }: PaymentPayload): Exact {
  return payload as unknown as Exact; // CAST: the scheme's client made it.
}

/** What any observer of the payment may send. */
export function transferData(payment: PaymentPayload): string {
  const { signature, authorization: one } = exactOf(payment);
  const { v, r, s } = Signature.from(signature);
  return token.encodeFunctionData('transferWithAuthorization', [
    ...[one.from, one.to, one.value, one.validAfter, one.validBefore, one.nonce],
    ...[v, r, s],
  ]);
}

export function plainTransferData(to: string, units: bigint): string {
  return token.encodeFunctionData('transfer', [to, units]);
}

/** Sent by that account, in front of everything that waits; a stranger's where none is named. */
export async function sendInFront(
  { devnet }: Pick<Harness, 'devnet'>,
  {
    to,
    data,
    gas = '0x50000',
  }: { readonly to: string; readonly data: string; readonly gas?: string },
  from: string = freshAddress(),
): Promise<string> {
  const rpc = (method: string, params: readonly unknown[]) =>
    chainRpc(devnet, chainId, method, params);
  await rpc('anvil_setBalance', [from, toQuantity(10n ** 20n)]);
  await rpc('anvil_impersonateAccount', [from]);
  const price = toQuantity(500n * 10n ** 9n);
  const sent = await rpc('eth_sendTransaction', [
    { from, to, data, gas, maxFeePerGas: price, maxPriorityFeePerGas: price },
  ]);
  return String(sent);
}

export async function tokenBalance(
  { devnet }: Pick<Harness, 'devnet'>,
  to: string,
  holder: string,
): Promise<bigint> {
  const data = token.encodeFunctionData('balanceOf', [holder]);
  return BigInt(String(await chainRpc(devnet, chainId, 'eth_call', [{ to, data }, 'latest'])));
}
