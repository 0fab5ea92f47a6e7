import { type JsonRecord, type ServiceClient, signOrder } from '@interline/cli';
import {
  Asset,
  BASE_FEE,
  Horizon,
  Keypair,
  Operation,
  TransactionBuilder,
} from '@stellar/stellar-sdk';
import type { freshPayer } from '../../support/payer.ts';
import { bitcoinRpc, type Nodes } from './nodes.ts';
import { untilAnswered } from './until-answered.ts';

export type Want = 'bitcoin' | 'lumens' | 'dollars' | 'claimable';

/** A payout that a client asks for, signed and not sent yet. */
export interface Leg {
  readonly want: Want;
  readonly to: string;
  readonly body: JsonRecord;
}

/** The EVM chain whose dollars pay for it. */
export const source = 8453;

export async function legOf(
  client: ServiceClient,
  nodes: Nodes,
  want: Want,
  payer: Awaited<ReturnType<typeof freshPayer>>,
): Promise<Leg> {
  const to = await recipientOf(nodes, want);
  const request = {
    fromChain: String(source),
    toChain: want === 'bitcoin' ? 'bitcoin' : 'stellar',
    fromToken: 'USDC',
    toToken: want === 'bitcoin' ? 'BTC' : want === 'lumens' ? 'XLM' : 'USDC',
    amount: '5000000',
    toAddress: to,
    ...(want === 'claimable' ? { claimable: true } : {}),
  };
  const { body } = await untilAnswered(() => signOrder(client, payer.wallet, request));
  return { want, to, body };
}

async function recipientOf({ bitcoin, stellar }: Nodes, want: Want): Promise<string> {
  if (want === 'bitcoin') return String(await bitcoinRpc(bitcoin, 'getnewaddress', '', 'bech32m'));
  const key = Keypair.random();
  if (want === 'lumens') return key.publicKey();
  await fetch(`${stellar.horizonUrl}/friendbot?addr=${key.publicKey()}`);
  if (want === 'claimable') return key.publicKey();
  const server = new Horizon.Server(stellar.horizonUrl, { allowHttp: true });
  const transaction = new TransactionBuilder(await server.loadAccount(key.publicKey()), {
    fee: BASE_FEE,
    networkPassphrase: stellar.passphrase,
  })
    .addOperation(
      Operation.changeTrust({ asset: new Asset(stellar.usdc.code, stellar.usdc.issuer) }),
    )
    .setTimeout(0)
    .build();
  transaction.sign(key);
  await server.submitTransaction(transaction);
  return key.publicKey();
}

/** What the recipient has, in satoshis or stroops; confirmed, on Bitcoin. */
export async function received({ bitcoin, stellar }: Nodes, { want, to }: Leg): Promise<bigint> {
  if (want === 'bitcoin')
    return BigInt(
      Math.round(Number(await bitcoinRpc(bitcoin, 'getreceivedbyaddress', to, 1)) * 100_000_000),
    );
  const server = new Horizon.Server(stellar.horizonUrl, { allowHttp: true });
  if (want === 'claimable') {
    const { records } = await server.claimableBalances().claimant(to).call();
    return records.reduce((sum, { amount }) => sum + stroops(amount), 0n);
  }
  const { balances } = await server.loadAccount(to);
  const line = balances.find((one) =>
    want === 'lumens'
      ? one.asset_type === 'native'
      : 'asset_code' in one && one.asset_code === stellar.usdc.code,
  );
  return stroops(line?.balance ?? '0');
}

function stroops(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 10_000_000n + BigInt(fraction.padEnd(7, '0'));
}
