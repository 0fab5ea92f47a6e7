import { agentKeyId, asSession, type Client, createClient, signIn } from '@interline/client';
import { issueMandate, proveMandate, signAllowance } from '@interline/client/mandates';
import { Command, InvalidArgumentError, Option } from 'commander';
import { inDecimals, permit2Address } from '@interline/kernel';
import { systemCode } from '@interline/server/system-code';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { UsageError, WrongStateError } from '../exit-codes.ts';
import { chainCalled } from '../rest/chain-called.ts';
import { keptAgentKey } from '../rest/kept-agent-key.ts';
import { knownContract } from '../rest/known-contract.ts';
import { tokenFacts } from '../rest/sign-and-send.ts';
import { cents, wholeDays } from '../show/dollars.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { restCommand, type RestOptions } from './shared-options.ts';
import { showMandate } from './show-mandate.ts';

interface MakeOptions extends RestOptions, KeyOptions {
  readonly key: string;
  readonly agent: string;
  readonly out: string;
  readonly perPayment: string;
  readonly budget: string;
  readonly uses?: number;
  readonly to?: readonly string[];
  readonly chain: string;
  readonly days: number;
  readonly nonce: string;
  readonly origin?: string;
}

/** What `mandate make` writes for the agent, and `mandate pay` reads. */
export interface KeptMandate {
  readonly id: string;
  readonly mandate: string;
  readonly chainId: number;
  /** The contract of the token that pays. */
  readonly token: string;
  readonly decimals: number;
}

export function makeMandateCommand(): Command {
  return restCommand('make', 'sign what an agent may pay, in USDC of one chain, and register it')
    .addOption(keyEnvOption())
    .addOption(keyFileOption())
    .requiredOption(
      '--key <file>',
      'file with the key that signs your mandates, a JWK; a new key is written to it if there is none',
    )
    .requiredOption('--agent <file>', "the agent's key, as a JWK; its public half will do")
    .requiredOption(
      '-o, --out <file>',
      'where the mandate is kept for the agent; one that is there stays',
    )
    .requiredOption('--per-payment <dollars>', 'the most that one payment may be worth', cents)
    .requiredOption(
      '--budget <dollars>',
      'the most of all of them; the chain holds to it too',
      cents,
    )
    .option('--uses <count>', 'so many payments at most', wholeCount)
    .option(
      '--to <chain:address>',
      'who may be paid, e.g. 42161:0x...; repeatable; left out, anyone',
      (one: string, all: readonly string[] | undefined) => [...(all ?? []), one],
    )
    .option('--chain <chain>', 'where it pays from, by number or name', '8453')
    .addOption(new Option('--days <days>', 'how long it is good').default(7).argParser(wholeDays))
    .option(
      '--nonce <nonce>',
      "the next one of Permit2's allowance of your USDC to the relayer: 0 before the first was used; the refusal PERMIT_USED names it",
      '0',
    )
    .option('--origin <origin>', "the service's own public address, if that is not --url")
    .addHelpText(
      'after',
      `
Three signatures, and none moves anything: the wallet signs in with the key of its mandates, and allows the relayer to
pull --budget by Permit2; that key signs the mandate, and that it is for this wallet. The wallet must have approved Permit2 for its USDC, which
"interline sponsor send approve:USDC:${permit2Address}:<amount>" does without coin.

Example:
  npx interline agent register "Pays invoices" --key agent.jwk --per-route 100 --per-day 500 \\
    --tokens USDC --chains 8453,42161 --to all
  npx interline mandate make --key-file wallet.key --key mandates.jwk --agent agent.jwk --out mandate.json \\
    --per-payment 10 --budget 50 --to 42161:0x...
  npx interline mandate pay mandate.json --key agent.jwk --to 42161:0x... --amount 5`,
    )
    .action(make);
}

async function make(options: MakeOptions): Promise<void> {
  const { url, json, out: file, to, uses } = options;
  if (existsSync(file))
    throw new WrongStateError(`${file} exists already; name another with --out`);
  const wallet = readKey(options);
  const client = createClient({ baseUrl: url, tries: 1 });
  const chain = await chainCalled(client, options.chain.toLowerCase());
  const facts = await tokenFacts(client, chain, 'USDC');
  const token = knownContract(url, {}, facts);
  const { chainId, decimals } = facts;
  const { relayer: spender } = await client.call('GET /api/gasless/info', {
    query: { chainId: String(chainId) },
  });
  const key = await keptAgentKey(options.key);
  const expiresSec = Math.floor(Date.now() / 1_000) + options.days * 86_400;
  const mandate = await issueMandate(key, {
    agent: publicKeyIn(options.agent),
    expiresSec,
    maxPerPayment: options.perPayment,
    budget: options.budget,
    ...(uses === undefined ? {} : { uses }),
    ...(to === undefined ? {} : { payees: to.map(payeeIn) }),
  });
  const amount = (BigInt(options.budget) * 10n ** BigInt(decimals)) / 100n;
  const allowance = await signAllowance(wallet, {
    chainId,
    token,
    spender,
    expiresSec,
    nonce: options.nonce,
    amount: amount.toString(),
  });
  const origin = options.origin ?? new URL(url).origin;
  const owner = wallet.address;
  const proof = await proveMandate(key, { origin, owner, mandate });
  const session = await signIn(client, wallet, {
    origin,
    chainId,
    scopes: ['mandates'] as const,
    mandateKeys: [await agentKeyId(key)],
  });
  const registered = await client
    .call('POST /api/mandates', { body: { mandate, proof, allowance } }, asSession(session.token))
    .finally(() =>
      client
        .call('DELETE /api/account/session', {}, asSession(session.token))
        .catch(() => undefined),
    );
  const kept: KeptMandate = { id: registered.id, mandate, chainId, token, decimals };
  writeFileSync(file, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  const amounts = await readTokenAmounts(client);
  const allowed = await allowedToPermit2(client, owner, { chainId, token });
  showMandate(registered, { json, amounts }, () => {
    const out = terminal(json);
    out.step('kept in', `${file}, for the agent`);
    if (allowed !== null && allowed < amount)
      out.step(
        'next',
        `Permit2 may take ${amounts.of(String(allowed), chainId, token)} of the wallet; have it approved: interline sponsor send --chain ${chainId} approve:USDC:${permit2Address}:${inDecimals(amount, decimals)}`,
      );
  });
}

/** Null where the service does not say, or the wallet has nothing of the token there. */
async function allowedToPermit2(
  client: Pick<Client, 'call'>,
  account: string,
  { chainId, token }: Pick<KeptMandate, 'chainId' | 'token'>,
): Promise<bigint | null> {
  const read = await client
    .call('POST /api/plan/balances', { body: { account, chains: [chainId] } })
    .catch(() => null);
  const held = read?.items.find((one) => one.token.toLowerCase() === token.toLowerCase());
  return held === undefined ? null : BigInt(held.permit2Allowance);
}

function publicKeyIn(file: string): Parameters<typeof issueMandate>[1]['agent'] {
  const text = textIn(file);
  try {
    // CAST: its members are looked at.
    const { kty, crv, x, y } = JSON.parse(text) as Record<string, unknown>;
    if (typeof kty !== 'string' || typeof crv !== 'string' || typeof x !== 'string')
      throw new TypeError('no public key');
    return { kty, crv, x, ...(typeof y === 'string' ? { y } : {}) };
  } catch (error) {
    throw new UsageError(`${file} holds no key as a JWK`, { cause: error });
  }
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      `the agent's key ${file} cannot be read (${systemCode(error)}); "interline agent register --key" writes one`,
      { cause: error },
    );
  }
}

/** As CAIP-10 has it. */
function payeeIn(text: string): string {
  const [, chain, address] = /^([1-9][0-9]*):(0x[0-9a-fA-F]{40})$/.exec(text) ?? [];
  if (chain === undefined || address === undefined)
    throw new UsageError(`--to "${text}" is not a chain's number and an address, as 42161:0x...`);
  return `eip155:${chain}:${address}`;
}

function wholeCount(text: string): number {
  if (/^[1-9][0-9]{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('wanted a whole number of payments');
}
