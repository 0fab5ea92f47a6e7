import { createClient } from '@interline/client';
import { attachDevnet } from '@interline/devnet';
import { Wallet } from 'ethers';
import pc from 'picocolors';
import { requireRails } from '../commands/transfer-command.ts';
import { beginDeposit } from '../rest/begin-deposit.ts';
import { followDeposit } from '../rest/follow-deposit.ts';
import { chainNames } from '../rest/chain-called.ts';
import { chainWords } from '../show/chain-words.ts';
import { costWords } from '../show/cost-words.ts';
import { exactAmount } from '../show/exact-amount.ts';
import { showDeposit } from '../show/show-deposit.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';
import { type Terminal, toUnits } from '../show/terminal.ts';
import { bitcoinNode } from './bitcoin-node.ts';
import { balancesOn } from './evm-balances.ts';
import type { DemoTransfer } from './run-demo.ts';
import { untilPriced } from './until-priced.ts';

const destination = 42161;
const btc = { decimals: 8, symbol: 'BTC' } as const;
const usdc = { decimals: 6, symbol: 'USDC' } as const;

/** The devnet mines within a second, and each of the steps is to be seen. */
const readEveryMs = 200;

/**
 * Bitcoin that is paid to an address becomes dollars of a fresh wallet, with nothing signed for the
 * service. Throws when any promise of it is broken.
 */
export async function demoInward(
  url: string,
  { amount: coins = '0.0005', without }: DemoTransfer,
  out: Terminal,
): Promise<void> {
  const amount = toUnits(coins, btc.decimals);
  const devnet = await attachDevnet(url);
  const node = bitcoinNode(devnet);
  const client = createClient({ baseUrl: url });
  await requireRails(client, without);
  const { address } = Wallet.createRandom();
  const held = balancesOn(devnet, destination, address);
  const arrives = chainWords(destination, (await chainNames(client)).get(String(destination)));
  const order = {
    fromChain: 'bitcoin',
    toChain: String(destination),
    fromToken: 'BTC',
    toToken: 'USDC',
    amount,
    excludeRails: without,
  };

  out.line(`\n${pc.bold(`${coins} BTC, paid to an address, becomes USDC on Arbitrum`)}\n`);
  out.step('recipient', `${address} on ${arrives}`);
  const before = await held();
  out.step('before', `${exactAmount(before.usdc, destination, usdc)} on ${arrives}`);
  const startedAt = performance.now();
  const begun = await sayingToPayer(out.isJson, btc, async () => {
    const quote = await untilPriced(client, order, (reason) => out.step('waits', reason));
    out.step('costs', costWords(quote, btc));
    return beginDeposit(client, {
      ...order,
      toAddress: address,
      refundAddress: await node.freshAddress(),
    });
  });
  const { deposit } = begun.receipt;
  if (deposit === undefined) throw new Error(`there is no deposit yet: ${begun.receipt.stage}`);
  showDeposit(out, deposit, { token: btc });
  const tx = await node.pay(deposit.address, BigInt(deposit.amount));
  out.step('paid', `${exactAmount(deposit.amount, 'bitcoin', btc)} by the node's wallet: ${tx}`);
  const last = await followDeposit(
    client,
    begun.receipt,
    ({ at, says }) => out.step(at, says),
    () => readEveryMs,
  );
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
  if (last.status !== 'DONE')
    throw new Error(`the route ended as ${last.status}, stage ${last.stage}`);
  const after = await held();
  const received = after.usdc - before.usdc;
  if (received.toString() !== last.to.delivered)
    throw new Error(
      `the chain shows ${received} at the recipient, and the receipt says ${last.to.delivered}`,
    );
  if (after.coin !== 0n) throw new Error('the recipient came to hold native gas on the way');

  out.step('fee', exactAmount(last.svcFee, 'bitcoin', btc));
  out.step('sent', `${last.srcTx} on bitcoin`);
  out.step('arrived', `${last.destTx} on ${arrives}`);
  out.step('received', `${exactAmount(received, destination, usdc)}, read from the chain itself`);
  out.step('took', `${seconds} s`);
  out.line(`\n${pc.green('done')}: nothing was signed for the service\n`);
  out.result({ recipient: address, received, seconds: Number(seconds), receipt: last });
}
