import { createClient } from '@interline/client';
import type { Command } from 'commander';
import { UsageError } from '../exit-codes.ts';
import { chainCalled, chainNames } from '../rest/chain-called.ts';
import { serviceClient, textField } from '../rest/service-client.ts';
import { chainWords } from '../show/chain-words.ts';
import { inTokens, terminal, toUnits } from '../show/terminal.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { restCommand, type RestOptions } from './shared-options.ts';
import { sourceToken, takesDeposits } from './source.ts';

interface FaucetOptions extends RestOptions, KeyOptions {
  readonly chain: string;
  readonly amount?: string;
  readonly token?: string;
  readonly to?: string;
}

export function faucetCommand(): Command {
  return restCommand('faucet')
    .option('--chain <chain>', 'a chain id or name, e.g. 8453, base or bitcoin', '8453')
    .option(
      '--amount <amount>',
      'how much, in whole tokens, e.g. 5 or 5.25; member passes come one at a time, without it',
    )
    .option(
      '--token <token>',
      "symbol of a token, native, or member for an NFT of the devnet's; USDC, or the chain's coin without it",
    )
    .option('--to <address>', 'who gets it; the wallet of the key when omitted')
    .addOption(keyEnvOption())
    .addOption(keyFileOption())
    .addHelpText(
      'after',
      '\nExamples:\n  npx interline faucet --to 0x... --amount 5\n  npx interline faucet --chain bitcoin --to bcrt1... --amount 0.0005\n  npx interline faucet --key-file wallet.key --token member',
    )
    .action(drip);
}

async function drip(options: FaucetOptions): Promise<void> {
  const client = createClient({ baseUrl: options.url });
  const chain = await chainCalled(client, options.chain.toLowerCase());
  if (takesDeposits(chain) && chain !== 'bitcoin')
    throw new UsageError(`the faucet gives on EVM chains and on bitcoin, not on ${chain}`);
  const isCoin = chain !== 'bitcoin' && options.token?.toLowerCase() === 'native';
  const isPass = options.token?.toLowerCase() === 'member';
  const token = isCoin
    ? { symbol: `coin of ${chain}`, decimals: 18 }
    : isPass
      ? { symbol: 'member pass', decimals: 0 }
      : await sourceToken(client, chain, options.token);
  const units = toUnits(amountIn(options, isPass), token.decimals);
  const to = options.to ?? recipientOf(options, chain);
  const devnet = serviceClient(options.url);
  const given =
    chain === 'bitcoin'
      ? await devnet.post('/devnet/bitcoin/faucet', { address: to, sats: units })
      : await devnet.post('/devnet/faucet', {
          chainId: Number(chain),
          token: isCoin ? 'native' : isPass ? 'member' : token.symbol,
          to,
          amount: units,
        });
  const out = terminal(options.json);
  const names = out.isJson ? new Map<string, string>() : await chainNames(client);
  out.result({ ...given, chain, to, amount: units }, () => {
    const on = chainWords(chain, names.get(chain));
    out.step('given', `${inTokens(units, token.decimals, token.symbol)} on ${on}`);
    out.step('to', to);
    out.step('transaction', textField(given, chain === 'bitcoin' ? 'txid' : 'txHash'));
  });
}

function amountIn({ amount }: FaucetOptions, isPass: boolean): string {
  if (amount !== undefined) return amount;
  if (isPass) return '1';
  throw new UsageError('say how much with --amount, in whole tokens, e.g. --amount 5');
}

/** An EVM wallet has no address elsewhere. */
function recipientOf(options: FaucetOptions, chain: string): string {
  if (chain === 'bitcoin')
    throw new UsageError('name who gets it with --to: an address of bitcoin');
  if (options.keyFile === undefined && (process.env[options.keyEnv] ?? '') === '')
    throw new UsageError(
      'name who gets it with --to, or the wallet of a key: a file with --key-file',
    );
  return readKey(options).address;
}
