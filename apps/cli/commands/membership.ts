import { readFileSync } from 'node:fs';
import {
  type Client,
  createClient,
  type MembershipLinkBody,
  ServiceError,
  signLink,
  type Terms,
} from '@interline/client';
import { Command } from 'commander';
import { UsageError, WrongStateError } from '../exit-codes.ts';
import { chainNames } from '../rest/chain-called.ts';
import { signedIn } from '../rest/signed-in.ts';
import { chainWords } from '../show/chain-words.ts';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function membershipCommand(): Command {
  return new Command('membership')
    .addCommand(restCommand('ls', 'the collections whose NFTs make members').action(collections))
    .addCommand(
      restCommand('show', 'whether a wallet is a member now, and by which NFTs')
        .argument('<wallet>', 'its address')
        .action(show),
    )
    .addCommand(
      restCommand('usage', 'what the NFTs of the wallet that signed in have left today').action(
        usage,
      ),
    )
    .addCommand(
      // It asks no service, so that it runs where the vault's key is, and writes JSON in any case.
      new Command('sign')
        .description('as a vault: sign that another wallet counts as a member by what it holds')
        .argument('<wallet>', 'the other wallet, which pays')
        .addOption(keyEnvOption())
        .addOption(keyFileOption())
        .option('--chain <id>', 'the chain that the signed text names, by its number', '8453')
        .option('--days <days>', 'how long it is good, 365 at most', '30')
        .addHelpText('after', example)
        .action(sign),
    )
    .addCommand(
      restCommand('link', 'as the wallet that signed in: send what the vault has signed')
        .argument('<file>', 'what `membership sign` wrote')
        .addHelpText('after', example)
        .action(link),
    )
    .addCommand(
      restCommand('unlink', 'end a link, as either side of it that signed in')
        .argument('<wallet>', 'the other side')
        .action(unlink),
    );
}

const example = `
The vault's key signs once, on any machine, and moves nothing:
  npx interline membership sign 0x<hot wallet> --key-file vault.key > link.json
  npx interline account login --key-file hot.key
  npx interline membership link link.json`;

async function collections({ url, json }: RestOptions): Promise<void> {
  const client = createClient({ baseUrl: url });
  const [{ items }, { microTiers }] = await Promise.all([
    client.call('GET /api/membership/collections', {}),
    client.call('GET /api/terms', {}),
  ]);
  const out = terminal(json);
  const named = await chainsIn(client, json);
  out.result(items, () => {
    if (items.length === 0) out.line('No member collection is recognised here.');
    else {
      out.line(
        columns(
          items.map(({ chainId, address, name, budgetPerDay, minHeldSeconds }) => [
            name,
            named(chainId),
            address,
            `${budgetPerDay} free transfers a day`,
            minHeldSeconds === 0
              ? 'counts once final'
              : `counts once held for ${minHeldSeconds} s and final`,
          ]),
        ),
      );
      for (const tier of microTiers) out.line(freeWords(tier, named));
    }
  });
}

/** Chains in words; JSON has no use for them. */
async function chainsIn(client: Pick<Client, 'call'>, json: boolean): Promise<ChainsNamed> {
  const names = json ? new Map<string, string>() : await chainNames(client);
  return (chain) => chainWords(chain, names.get(String(chain)));
}

type ChainsNamed = (chain: string | number) => string;

/** Which transfers a member has for nothing. */
export function freeWords(
  { rail, leastUsd, mostUsd, destinations }: Terms['microTiers'][number],
  named: ChainsNamed,
): string {
  const to = destinations.map(named).join(', ');
  return `Transfers by ${rail} of ${leastUsd} to ${mostUsd} dollars are free to ${to}.`;
}

async function show(address: string, { url, json }: RestOptions): Promise<void> {
  const client = createClient({ baseUrl: url });
  const answer = await client.call('GET /api/membership', { query: { address } });
  const out = terminal(json);
  const named = await chainsIn(client, json);
  out.result(answer, () => {
    out.line(answer.member ? 'A member:' : `Not a member: ${answer.reason}.`);
    if (answer.member)
      out.line(
        columns(
          answer.tokens.map(({ name, tokenId, chainId, holder }) => [
            `${name} ${tokenId}`,
            named(chainId),
            holder,
          ]),
        ),
      );
  });
}

async function usage({ url, json }: RestOptions): Promise<void> {
  const { call, client } = await signedIn(url);
  const { tokens } = await call('GET /api/membership/usage', {});
  const out = terminal(json);
  const named = await chainsIn(client, json);
  out.result(tokens, () => {
    if (tokens.length === 0) out.line('The wallet has no member NFT, and no vault with one.');
    else
      out.line(
        columns(
          tokens.map(({ name, tokenId, chainId, used, left }) => [
            `${name} ${tokenId}`,
            named(chainId),
            `${used} used`,
            `${left} left`,
          ]),
        ),
      );
  });
}

async function sign(
  hot: string,
  { chain, days, ...key }: KeyOptions & { readonly chain: string; readonly days: string },
): Promise<void> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(hot))
    throw new UsageError(`${hot} is not the address of a wallet`);
  const [chainId, lifeDays] = [Number(chain), Number(days)];
  if (!Number.isSafeInteger(chainId) || chainId < 1)
    throw new UsageError(`--chain ${chain} is not a chain's number`);
  if (!Number.isInteger(lifeDays) || lifeDays < 1 || lifeDays > 365)
    throw new UsageError(`--days wants a whole number from 1 to 365, and got ${days}`);
  const body = await signLink(readKey(key), { hot, chainId, lifeSec: lifeDays * 86_400 });
  console.log(JSON.stringify(body, null, 2));
}

async function link(file: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const made = await call('POST /api/membership/link', { body: readLink(file) });
  const out = terminal(json);
  out.result(made, () => {
    out.step('vault', made.vault);
    out.step('wallet', made.hot);
    out.step('until', new Date(made.expiresAt).toISOString());
  });
}

function readLink(file: string): MembershipLinkBody {
  try {
    // CAST: the service judges it.
    return JSON.parse(readFileSync(file, 'utf8')) as MembershipLinkBody;
  } catch {
    throw new UsageError(`${file} cannot be read as what \`membership sign\` writes`);
  }
}

async function unlink(wallet: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  await call('DELETE /api/membership/link', { query: { wallet } }).catch((error: unknown) => {
    if (!(error instanceof ServiceError && error.errorCode === 'UNKNOWN_RECORD')) throw error;
    throw new WrongStateError(`Nothing links you with ${wallet}, so nothing was ended.`, {
      cause: error,
    });
  });
  const out = terminal(json);
  out.result({ ended: true }, () => out.line(`Nothing links you with ${wallet} any more.`));
}
