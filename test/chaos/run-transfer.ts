import { type JsonRecord, textField } from '@interline/cli';
import type { Devnet } from '@interline/devnet';
import { evmAddress, type EvmAddress, evmChain, type PermitKey } from '@interline/kernel';
import { recordField } from '../support/record-field.ts';
import { freshAddress, freshWallet } from '../support/fresh-wallet.ts';
import { signedBody } from '../support/signed-body.ts';
import type { GuardedService } from './guarded-service.ts';
import type { PlannedTransfer, RunPlan } from './run-plan.ts';
import type { Wallet } from 'ethers';

/** A planned transfer with its keys made, its payer funded and its body signed. */
export interface RunTransfer {
  readonly plan: PlannedTransfer;
  readonly payer: EvmAddress;
  readonly recipient: EvmAddress;
  readonly key: PermitKey;
  readonly body: JsonRecord;
}

/**
 * Every payer gets just what its transfers take, and no gas; every transfer has a recipient of its
 * own.
 */
export async function signTransfers(
  devnet: Devnet,
  { client }: Pick<GuardedService, 'client'>,
  { transfers }: RunPlan,
): Promise<readonly RunTransfer[]> {
  const wallets = transfers.map(() => freshWallet());
  const walletOf = ({ payer }: PlannedTransfer): Wallet => wallets[payer] ?? freshWallet();
  await Promise.all(
    transfers.map((one) =>
      devnet.faucet({
        chainId: one.from,
        token: 'USDC',
        to: walletOf(one).address,
        amount: one.units,
      }),
    ),
  );
  return Promise.all(
    transfers.map(async (plan) => {
      const wallet = walletOf(plan);
      const recipient = freshAddress();
      const body = await signedBody(client, wallet, {
        fromChain: String(plan.from),
        toChain: String(plan.to),
        token: 'USDC',
        amount: plan.units.toString(),
        toAddress: recipient,
      });
      const payer = evmAddress(wallet.address);
      const nonce = BigInt(textField(recordField(body, 'permit2'), 'nonce'));
      return {
        plan,
        payer,
        recipient: evmAddress(recipient),
        body,
        key: { chain: evmChain(plan.from), owner: payer, nonce },
      };
    }),
  );
}
