import pc from 'picocolors';
import { createClient } from '@interline/client';
import { attachDevnet } from '@interline/devnet';
import { Wallet } from 'ethers';
import { serviceClient, textField } from '../rest/service-client.ts';
import { chainNames } from '../rest/chain-called.ts';
import { requireRails } from '../commands/transfer-command.ts';
import { signAndSend } from '../rest/sign-and-send.ts';
import { chainWords } from '../show/chain-words.ts';
import { showProgress } from '../show/lines.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';
import { inTokens, type Terminal, toUnits } from '../show/terminal.ts';
import { balancesOn, type EvmBalances } from './evm-balances.ts';

const source = 8453;
const destination = 42161;
const usdc = { decimals: 6, symbol: 'USDC' } as const;

export interface DemoTransfer {
  /** In whole tokens of what is paid; the demo's own where left out. */
  readonly amount?: string;
  /** Rails that are not to be asked. */
  readonly without: readonly string[];
}

/**
 * Faucets a fresh wallet, sends its USDC across, and shows what changed. Throws when any promise of
 * it is broken.
 */
export async function runDemo(
  url: string,
  { amount: tokens = '5', without }: DemoTransfer,
  out: Terminal,
): Promise<void> {
  const amount = toUnits(tokens, 6);
  const devnet = await attachDevnet(url);
  const checked = createClient({ baseUrl: url });
  await requireRails(checked, without);
  const names = await chainNames(checked);
  const from = chainWords(source, names.get(String(source)));
  const to = chainWords(destination, names.get(String(destination)));
  const client = serviceClient(url);
  const wallet = new Wallet(Wallet.createRandom().privateKey);
  const here = balancesOn(devnet, source, wallet.address);
  const there = balancesOn(devnet, destination, wallet.address);

  out.line(`\n${pc.bold(`A wallet with no gas moves ${tokens} USDC from Base to Arbitrum`)}\n`);
  out.step('wallet', wallet.address);
  await client.post('/devnet/faucet', {
    chainId: source,
    token: 'USDC',
    to: wallet.address,
    amount,
  });
  const before = { source: await here(), destination: await there() };
  const show = (label: string, held: typeof before): void => {
    out.step(label, `${balances(held.source)} on ${from}`);
    out.step(label, `${balances(held.destination)} on ${to}`);
  };
  show('before', before);
  if (before.source.coin !== 0n || before.destination.coin !== 0n)
    throw new Error('the fresh wallet holds native gas, so this would show nothing');

  const startedAt = performance.now();
  const { receipt, signatures } = await sayingToPayer(out.isJson, usdc, () =>
    signAndSend(client, wallet, {
      fromChain: String(source),
      toChain: String(destination),
      token: 'USDC',
      amount,
      toAddress: wallet.address,
      excludeRails: without,
    }),
  );
  out.step('signed', `${signatures} times, off-chain`);
  const last = await checked.waitForRoute(textField(receipt, 'id'), {
    isAccepted: true,
    onChange: (change) => showProgress(out, change),
  });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(2);
  const after = { source: await here(), destination: await there() };
  show('after', after);
  if (last.status !== 'DONE')
    throw new Error(`the route ended as ${last.status}, stage ${last.stage}`);
  if (after.destination.usdc.toString() !== last.to.delivered)
    throw new Error('the wallet did not receive what the receipt says');
  if (after.source.coin !== 0n || after.destination.coin !== 0n)
    throw new Error('the wallet came to hold native gas on the way');

  out.step('by', last.aggregator);
  out.step('sent', `${last.srcTx} on ${from}`);
  out.step('arrived', `${last.destTx} on ${to}`);
  const lost = BigInt(amount) - after.destination.usdc;
  out.step(
    'costs',
    `our charge ${inTokens(last.svcFee, 6, 'USDC')}; in all ${inTokens(lost.toString(), 6, 'USDC')} less arrived than left`,
  );
  out.step('took', `${seconds} s`);
  out.line(`\n${pc.green('done')}: the wallet paid no gas, on either chain\n`);
  out.result({ wallet: wallet.address, before, after, seconds: Number(seconds), receipt: last });
}

function balances({ usdc, coin }: EvmBalances): string {
  return `${inTokens(usdc.toString(), 6, 'USDC')} and ${inTokens(coin.toString(), 18, 'coin')} for gas`;
}
