import type { DevnetReport } from '@interline/devnet';
import {
  Asset,
  BASE_FEE,
  Horizon,
  Keypair,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk';
import { WrongStateError } from '../exit-codes.ts';

export interface StellarAccount {
  readonly address: string;
  /** Ten-millionths of a dollar that the ledger has for it. */
  held(): Promise<bigint>;
}

const stroopDecimals = 7;
const trustWithinSec = 30;

/** A new account that trusts the devnet's dollars and holds none. */
export async function freshStellarAccount({
  stellar,
}: Pick<DevnetReport, 'stellar'>): Promise<StellarAccount> {
  if (stellar === null)
    throw new WrongStateError(
      'this demo needs a Stellar ledger, and the devnet runs none: it was started without one',
    );
  const { horizonUrl, passphrase, usdc } = stellar;
  const server = new Horizon.Server(horizonUrl, { allowHttp: true });
  const key = Keypair.random();
  const address = key.publicKey();
  await server.friendbot(address).call();
  const trust = new TransactionBuilder(await server.loadAccount(address), {
    fee: BASE_FEE,
    networkPassphrase: passphrase,
  })
    .addOperation(Operation.changeTrust({ asset: new Asset(usdc.code, usdc.issuer) }))
    .setTimeout(trustWithinSec)
    .build();
  trust.sign(key);
  await server.submitTransaction(trust);
  return {
    address,
    async held() {
      const { balances } = await server.loadAccount(address);
      const line = balances.find(
        (one) =>
          'asset_issuer' in one && one.asset_code === usdc.code && one.asset_issuer === usdc.issuer,
      );
      return stroopsOf(line?.balance ?? '0');
    },
  };
}

function stroopsOf(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(stroopDecimals, '0'));
}
