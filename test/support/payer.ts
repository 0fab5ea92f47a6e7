import type { Wallet } from 'ethers';
import {
  signAndSend,
  type Sent,
  type SendRequest,
  type SignedOrder,
  signOrder,
} from '@interline/cli';
import { freshWallet } from './fresh-wallet.ts';
import type { Harness } from './harness.ts';

export interface Payer {
  readonly wallet: Wallet;
  readonly address: string;
}

/** A fresh wallet with that many units of USDC on one chain, no gas and no approvals. */
export async function freshPayer(
  harness: Pick<Harness, 'devnet'>,
  chainId: number,
  units: bigint,
): Promise<Payer> {
  const wallet = freshWallet();
  await harness.devnet.faucet({ chainId, token: 'USDC', to: wallet.address, amount: units });
  return { wallet, address: wallet.address };
}

export interface Transfer {
  readonly from: number;
  readonly to: number;
  readonly units: bigint;
  /** The payer where omitted. */
  readonly recipient?: string;
  readonly excludeRails?: readonly string[];
  /** The destination's own coin instead of USDC. */
  readonly toCoin?: boolean;
}

/** Signs and executes through the service's HTTP, as any client would. */
export function send(
  harness: Pick<Harness, 'client'>,
  payer: Payer,
  transfer: Transfer,
): Promise<Sent> {
  return signAndSend(harness.client, payer.wallet, requestOf(payer, transfer));
}

/** The signed execute body, not sent yet. */
export function sign(
  harness: Pick<Harness, 'client'>,
  payer: Payer,
  transfer: Transfer,
): Promise<SignedOrder> {
  return signOrder(harness.client, payer.wallet, requestOf(payer, transfer));
}

function requestOf(
  payer: Payer,
  { from, to, units, recipient = payer.address, excludeRails, toCoin = false }: Transfer,
): SendRequest {
  return {
    fromChain: String(from),
    toChain: String(to),
    ...(toCoin ? { fromToken: 'USDC' } : { token: 'USDC' }),
    amount: units.toString(),
    toAddress: recipient,
    ...(excludeRails === undefined ? {} : { excludeRails }),
  };
}
