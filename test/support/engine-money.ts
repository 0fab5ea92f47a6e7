import { parts } from '@interline/server';
import { type JsonRecord, optionalText, textField } from '@interline/cli';
import { chainRpc } from './chain-rpc.ts';
import type { EngineHarness } from './engine-harness.ts';
import { destination, type EngineTransfer, source } from './engine-transfer.ts';
import { transferCount } from './transfer-count.ts';
import { usdcBalance } from './usdc-balance.ts';

/** Where the money of one transfer is, as the chains and the engines say. */
export interface Money {
  /** On the source chain. */
  readonly payer: bigint;
  /** On the destination chain. */
  readonly recipient: bigint;
  /** Transfers out of the payer's account. */
  readonly pulls: number;
  /** What any engine has taken for the recipient. */
  readonly deposits: number;
}

export async function moneyOf(
  harness: EngineHarness,
  { payer, recipient }: EngineTransfer,
): Promise<Money> {
  const [left, arrived, pulls, deposits] = await Promise.all([
    usdcBalance(harness.devnet, source, payer.address),
    usdcBalance(harness.devnet, destination, recipient),
    transferCount(harness.devnet, source, { from: payer.address }),
    harness.deposits(),
  ]);
  return {
    payer: left,
    recipient: arrived,
    pulls,
    deposits: deposits.filter(
      (one) => String(one['recipient']).toLowerCase() === recipient.toLowerCase(),
    ).length,
  };
}

/** The money, and beside it what the receipt says of it. */
export interface Account extends Money {
  readonly end: string;
  readonly delivered: bigint;
  readonly refunded: bigint;
}

export async function accountFor(
  harness: EngineHarness,
  transfer: EngineTransfer,
  receipt: JsonRecord,
): Promise<Account> {
  return {
    end: `${textField(receipt, 'status')} ${textField(receipt, 'stage')}`,
    delivered: BigInt(optionalText(receipt, 'to', 'delivered') ?? 0),
    refunded: BigInt(optionalText(receipt, 'refunded') ?? 0),
    ...(await moneyOf(harness, transfer)),
  };
}

export interface SpenderBook {
  /** USDC on the source chain. */
  readonly held: bigint;
  /** Transactions so far, on both chains. */
  readonly sent: number;
}

export async function spenderBook(harness: EngineHarness): Promise<SpenderBook> {
  const spender = harness.container.get(parts.evm).evmAccounts.spender;
  const [held, ...nonces] = await Promise.all([
    usdcBalance(harness.devnet, source, spender),
    ...[source, destination].map(async (chainId) =>
      Number(
        await chainRpc(harness.devnet, chainId, 'eth_getTransactionCount', [spender, 'pending']),
      ),
    ),
  ]);
  return { held, sent: nonces.reduce((sum, one) => sum + one, 0) };
}

/** What the spender account keeps of these: its charge, and nothing of what was refunded. */
export function earnedWith(receipts: readonly JsonRecord[]): bigint {
  return receipts
    .filter((one) => one['stage'] !== 'REFUNDED')
    .reduce((sum, one) => sum + BigInt(textField(one, 'svcFee')), 0n);
}
