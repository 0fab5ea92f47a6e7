import { createClient } from '@interline/client';
import { attachDevnet, type DevnetReport } from '@interline/devnet';
import { Wallet } from 'ethers';
import pc from 'picocolors';
import { requireRails } from '../commands/transfer-command.ts';
import { serviceClient, textField } from '../rest/service-client.ts';
import { signOrder } from '../rest/sign-and-send.ts';
import { chainNames } from '../rest/chain-called.ts';
import { chainWords } from '../show/chain-words.ts';
import { costWords } from '../show/cost-words.ts';
import { exactAmount } from '../show/exact-amount.ts';
import { showProgress } from '../show/lines.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';
import { type Terminal, toUnits } from '../show/terminal.ts';
import { bitcoinNode } from './bitcoin-node.ts';
import { balancesOn } from './evm-balances.ts';
import type { DemoTransfer } from './run-demo.ts';
import { freshStellarAccount } from './stellar-account.ts';
import { untilPriced } from './until-priced.ts';

const source = 8453;
const usdc = { decimals: 6, symbol: 'USDC' } as const;

/** Who receives on a chain beside the EVM ones, and what the chain itself has for it. */
interface Recipient {
  readonly address: string;
  held(): Promise<bigint>;
}

interface Outward {
  readonly title: string;
  readonly token: { readonly decimals: number; readonly symbol: string };
  readonly recipient: (devnet: DevnetReport) => Promise<Recipient>;
}

/** The chains that the demo can send dollars to, by the names that requests take. */
const outward = {
  bitcoin: {
    title: 'to a fresh address on Bitcoin',
    token: { decimals: 8, symbol: 'BTC' },
    async recipient(devnet) {
      const node = bitcoinNode(devnet);
      const address = await node.freshAddress();
      return { address, held: () => node.held(address) };
    },
  },
  stellar: {
    title: 'to a fresh account on Stellar (a simulated ledger)',
    token: { decimals: 7, symbol: 'USDC' },
    recipient: freshStellarAccount,
  },
} as const satisfies Readonly<Record<string, Outward>>;

export type OutwardChain = keyof typeof outward;
// CAST: the keys of the object above.
export const outwardChains = Object.keys(outward) as readonly OutwardChain[];

/**
 * A fresh wallet without gas sends its dollars to another kind of chain, and the chain is asked what
 * came. Throws when any promise of it is broken.
 */
export async function demoOutward(
  url: string,
  chain: OutwardChain,
  { amount: tokens = '5', without }: DemoTransfer,
  out: Terminal,
): Promise<void> {
  const { title, token, recipient }: Outward = outward[chain];
  const amount = toUnits(tokens, usdc.decimals);
  const devnet = await attachDevnet(url);
  const to = await recipient(devnet);
  const client = serviceClient(url);
  const checked = createClient({ baseUrl: url });
  await requireRails(checked, without);
  const wallet = new Wallet(Wallet.createRandom().privateKey);
  const lane = { fromChain: String(source), toChain: chain, toToken: token.symbol };
  const order = { ...lane, fromToken: 'USDC', amount, excludeRails: without };

  out.line(`\n${pc.bold(`A wallet with no gas sends ${tokens} USDC from Base ${title}`)}\n`);
  out.step('wallet', wallet.address);
  out.step('recipient', `${to.address} on ${chain}`);
  await client.post('/devnet/faucet', {
    chainId: source,
    token: 'USDC',
    to: wallet.address,
    amount,
  });
  const before = await to.held();
  out.step('before', `${exactAmount(before, chain, token)} on ${chain}`);
  const startedAt = performance.now();
  const { receipt, signatures } = await sayingToPayer(out.isJson, usdc, async () => {
    await untilPriced(checked, order, (reason) => out.step('waits', reason));
    const signed = await signOrder(client, wallet, { ...order, toAddress: to.address });
    // Of this payer: a first transfer of a token takes the gas of one transaction more.
    out.step('costs', costWords(signed.quote, usdc));
    const receipt = await client.post('/api/route/execute', signed.body);
    return { receipt, signatures: signed.signatures };
  });
  out.step('signed', `${signatures} times, off-chain`);
  const last = await checked.waitForRoute(textField(receipt, 'id'), {
    isAccepted: true,
    onChange: (change) => showProgress(out, change),
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
  if (last.status !== 'DONE')
    throw new Error(`the route ended as ${last.status}, stage ${last.stage}`);
  const received = (await to.held()) - before;
  if (received.toString() !== last.to.delivered)
    throw new Error(
      `the chain shows ${received} at the recipient, and the receipt says ${last.to.delivered}`,
    );
  const { coin } = await balancesOn(devnet, source, wallet.address)();
  if (coin !== 0n) throw new Error('the wallet came to hold native gas on the way');

  const from = chainWords(source, (await chainNames(checked)).get(String(source)));
  out.step('paid', `${exactAmount(last.from.amount, source, usdc)} on ${from}`);
  out.step('fee', exactAmount(last.svcFee, source, usdc));
  out.step('sent', `${last.srcTx} on ${from}`);
  out.step('arrived', `${last.destTx} on ${chain}`);
  out.step('received', `${exactAmount(received, chain, token)}, read from the chain itself`);
  out.step('took', `${seconds} s`);
  out.line(`\n${pc.green('done')}: the wallet held no coin on any chain\n`);
  out.result({
    wallet: wallet.address,
    recipient: to.address,
    received,
    seconds: Number(seconds),
    receipt: last,
  });
}
