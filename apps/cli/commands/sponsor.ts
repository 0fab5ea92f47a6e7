import {
  createClient,
  type Client,
  type SponsoredCall,
  signRevocation,
  signSponsored,
  type WantedCalls,
} from '@interline/client';
import { Command } from 'commander';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError, WrongStateError } from '../exit-codes.ts';
import { chainCalled, chainNames } from '../rest/chain-called.ts';
import { knownContract } from '../rest/known-contract.ts';
import type { TokenFacts } from '../rest/sign-and-send.ts';
import { chainWords } from '../show/chain-words.ts';
import { callIn } from '../show/calls-in-words.ts';
import { columns } from '../show/lines.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';
import { inTokens, type Terminal, terminal, toUnits } from '../show/terminal.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

interface SendOptions extends RestOptions, KeyOptions {
  readonly chain: string;
  readonly fee: string;
  readonly most: string;
  readonly allowApprove?: boolean;
  readonly wait: boolean;
}

const looksEveryMs = 500;

export function sponsorCommand(): Command {
  return new Command('sponsor')
    .addCommand(
      restCommand('info', 'the chains where calls are sponsored, and what a fee is paid in').action(
        info,
      ),
    )
    .addCommand(
      restCommand('send', 'have calls made in one transaction, all or none, for one fee')
        .argument('<calls...>', 'nft:…, approve:…, transfer:… or call:…, made in this order')
        .option('--chain <chain>', 'a chain id or name, e.g. 8453 or base', '8453')
        .option('--fee <token>', 'what the fee is paid in', 'USDC')
        .option('--most <amount>', 'the most to pay for a fee, in whole tokens', '2')
        .option('--allow-approve', 'a call: may give rights to others, as approve: does anyway')
        .addOption(keyEnvOption())
        .addOption(keyFileOption())
        .option('--no-wait', 'do not wait for a block')
        .addHelpText(
          'after',
          `
A call is one of
  nft:<contract>:<number>:<to>           an NFT goes to another address
  transfer:<token>:<to>:<amount>         a token does
  approve:<token>:<spender>:<amount>     that address may take so much of a token
  call:<to>:<data>[:<value>]             anything else, in hex
A token is the one of the fee, by its symbol and in whole tokens, or any other by its address and in its smallest units.

The account needs no coin. The first time it also authorizes code for itself (EIP-7702), of a contract that this
command knows by its address; "sponsor revoke" takes that off again. Both are signed here with the key; what is signed
is these calls and no others.

Examples:
  INTERLINE_KEY=0x... npx interline sponsor send nft:0x...:1:0x... approve:USDC:0x...:5
  INTERLINE_KEY=0x... npx interline sponsor send --chain 42161 --most 0.5 transfer:USDC:0x...:2.5`,
        )
        .action(send),
    )
    .addCommand(
      restCommand('status', 'how sponsored calls stand')
        .argument('<id>', 'sp_…, as "sponsor send" printed it')
        .action(status),
    )
    .addCommand(
      restCommand('revoke', 'take the code off the account again, without a fee')
        .option('--chain <chain>', 'a chain id or name, e.g. 8453 or base', '8453')
        .addOption(keyEnvOption())
        .addOption(keyFileOption())
        .action(revoke),
    );
}

async function info({ url, json }: RestOptions): Promise<void> {
  const out = terminal(json);
  const client = createClient({ baseUrl: url });
  const answer = await client.call('GET /api/sponsor/info', {});
  const names = out.isJson ? new Map<string, string>() : await chainNames(client);
  out.result(answer, () => {
    out.line(
      columns(
        Object.entries(answer.chains).map(([chain, { feeTokens }]) => [
          chainWords(chain, names.get(chain)),
          `fees in ${feeTokens.map(({ symbol }) => symbol).join(', ')}`,
        ]),
      ),
    );
  });
}

async function send(texts: readonly string[], options: SendOptions): Promise<void> {
  const out = terminal(options.json);
  const client = createClient({ baseUrl: options.url, sendsRefusedOnce: true });
  const wallet = readKey(options);
  const chainId = await chainIdIn(client, options.chain);
  const token = await feeTokenOn(client, chainId, options.fee);
  const feeToken = knownContract(options.url, {}, token);
  const calls = texts.map((text) =>
    callIn(text, wallet.address, [{ ...token, address: feeToken }]),
  );
  const { relayer } = await client.call('GET /api/gasless/info', {
    query: { chainId: String(chainId) },
  });
  const wanted: WantedCalls = {
    chainId,
    calls,
    feeToken,
    relayer,
    mostFee: toUnits(options.most, token.decimals),
  };

  // Who writes an approval means it; in the bytes of a call it may be somebody else's.
  const mayApprove = options.allowApprove ?? texts.some((text) => text.startsWith('approve:'));
  const prepared = await sayingToPayer(options.json === true, token, () =>
    client.call('POST /api/sponsor/prepare', {
      body: { chainId, account: wallet.address, calls, feeToken, allowApprove: mayApprove },
    }),
  );
  out.step('fee', inTokens(prepared.fee.amount, token.decimals, token.symbol));
  if (!prepared.delegated)
    out.step('authorizes', `the code at ${prepared.authorization?.address ?? ''}`);
  requireWithin(prepared.fee.amount, wanted.mostFee, token);
  const body = await signSponsored(wallet, prepared, wanted);
  const accepted = await client.call('POST /api/sponsor/execute', { body });
  out.step('accepted', accepted.id);
  const call = options.wait ? await ended(client, accepted) : accepted;
  showCall(out, call);
}

/** What signs would refuse it as well, in smallest units. */
function requireWithin(
  fee: string,
  most: string,
  { decimals, symbol }: Pick<TokenFacts, 'decimals' | 'symbol'>,
): void {
  if (BigInt(fee) <= BigInt(most)) return;
  throw new WrongStateError(
    `not signed: the fee is ${inTokens(fee, decimals, symbol)}, and --most is ${inTokens(most, decimals, symbol)}`,
  );
}

async function status(id: string, { url, json }: RestOptions): Promise<void> {
  const call = await createClient({ baseUrl: url }).call('GET /api/sponsor/{id}', {
    params: { id },
  });
  showCall(terminal(json), call);
}

async function revoke(
  options: RestOptions & KeyOptions & { readonly chain: string },
): Promise<void> {
  const client = createClient({ baseUrl: options.url, sendsRefusedOnce: true });
  const wallet = readKey(options);
  const chainId = await chainIdIn(client, options.chain);
  const asked = { chainId, account: wallet.address };
  const { authorization: toSign } = await client.call('POST /api/sponsor/revoke', { body: asked });
  if (toSign === undefined) throw new Error('the service answered without what is to be signed');
  const authorization = await signRevocation(wallet, toSign, chainId);
  const { call } = await client.call('POST /api/sponsor/revoke', {
    body: { ...asked, authorization },
  });
  if (call === undefined) throw new Error('the service answered without what it sent');
  showCall(terminal(options.json), await ended(client, call));
}

async function chainIdIn(client: Client, text: string): Promise<number> {
  const chain = await chainCalled(client, text.toLowerCase());
  if (!/^[1-9][0-9]{0,14}$/.test(chain))
    throw new UsageError(
      `"${text}" is not a chain where calls are sponsored; "interline sponsor info" lists them`,
    );
  return Number(chain);
}

async function feeTokenOn(
  client: Client,
  chainId: number,
  symbol: string,
): Promise<Omit<TokenFacts, 'eip2612'>> {
  const { chains } = await client.call('GET /api/sponsor/info', {});
  const { feeTokens = [] } = chains[String(chainId)] ?? {};
  const token = feeTokens.find((one) => one.symbol.toLowerCase() === symbol.toLowerCase());
  if (token === undefined)
    throw new UsageError(
      `fees cannot be paid in ${symbol} on chain ${chainId}; "interline sponsor info" lists the accepted tokens`,
    );
  return { chainId, ...token };
}

/** Until a block shows how it ended. */
async function ended(client: Client, accepted: SponsoredCall): Promise<SponsoredCall> {
  let call = accepted;
  while (call.status === 'ACCEPTED') {
    await sleep(looksEveryMs);
    call = await client.call('GET /api/sponsor/{id}', { params: { id: accepted.id } });
  }
  return call;
}

function showCall(out: Terminal, call: SponsoredCall): void {
  out.result(call, () => {
    out.step(call.status.toLowerCase(), call.innerError ?? call.id);
    if (call.txHash !== null) out.step('transaction', call.txHash);
    if (call.gasUsed !== null) out.step('gas', call.gasUsed);
  });
  if (call.status === 'FAILED') process.exitCode = 1;
}
