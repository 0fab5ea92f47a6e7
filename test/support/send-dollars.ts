import { signAndSend, textField } from '@interline/cli';
import type { Harness } from './harness.ts';
import { freshPayer } from './payer.ts';

/** Sends 5 USDC from Base, by a fresh payer, and answers the route's id. */
export async function sendDollars(
  harness: Harness,
  toChain: string,
  toAddress: string,
  toToken = 'BTC',
  more: object = {},
): Promise<string> {
  const payer = await freshPayer(harness, 8453, 5_000_000n);
  const { receipt } = await signAndSend(harness.client, payer.wallet, {
    fromChain: '8453',
    toChain,
    fromToken: 'USDC',
    toToken,
    amount: '5000000',
    toAddress,
    ...more,
  });
  return textField(receipt, 'id');
}
