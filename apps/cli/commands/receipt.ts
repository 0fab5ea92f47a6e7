import { isRecord } from '@interline/kernel';
import { checkReceipt, type KeptReceipt, type ReceiptTrust } from '@interline/client/evidence';
import { createClient } from '@interline/client';
import { type Command, Option } from 'commander';
import { readFile } from 'node:fs/promises';
import { UsageError } from '../exit-codes.ts';
import { fetchKeys, keptKeys } from '../rest/kept-keys.ts';
import { writeWhole } from '../rest/kept-files.ts';
import { type KeptRoute, routesOf } from '../rest/kept-routes.ts';
import { nodeMlDsa } from '../rest/node-ml-dsa.ts';
import { questionClient } from '../rest/question-client.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { laneCommand, type LaneOptions, restCommand, type RestOptions } from './shared-options.ts';

export function receiptCommand(): Command {
  return laneCommand('receipt')
    .argument('<id>', 'the id that execute answered')
    .addOption(new Option('-o, --out <file>', 'where to keep it; printed where it is left out'))
    .addHelpText(
      'after',
      '\nThe log has it within ten minutes of the end of the route. Fetched before, it has no proof yet: the same command fetches it again.',
    )
    .action(receipt);
}

export function verifyCommand(): Command {
  return restCommand('verify')
    .argument('<file>', 'what "receipt --out" wrote')
    .addOption(
      new Option('--jwks <file>', 'the keys of receipts, as /.well-known/jwks.json has them'),
    )
    .addOption(new Option('--vkey <key>', "the log's key, as GET /api/transparency/vkey has it"))
    .addHelpText(
      'after',
      '\nThe keys are those that you name, else those that were kept when a receipt of that service was first verified here; only where there are none, or the receipt is by a newer key, is the service asked for them. Exits with 1 where the receipt does not hold.',
    )
    .action(verify);
}

async function receipt(id: string, options: LaneOptions & { readonly out?: string }) {
  const out = terminal(options.json);
  const kept = await questionClient(options).call('GET /api/verify/receipt', { query: { id } });
  if (options.out === undefined)
    return out.result(kept, () => out.line(JSON.stringify(kept, null, 2)));
  await writeWhole(options.out, kept);
  const stands =
    kept.proof === null
      ? kept.pendingUntil === null
        ? 'of the sandbox, which is not logged'
        : `not yet; by ${new Date(kept.pendingUntil).toISOString()}`
      : `leaf ${kept.index}`;
  out.result(kept, () => {
    out.step('kept in', options.out ?? '');
    out.step('in the log', stands);
  });
}

interface VerifyOptions extends RestOptions {
  readonly jwks?: string;
  readonly vkey?: string;
}

async function verify(file: string, options: VerifyOptions): Promise<void> {
  const out = terminal(options.json);
  const kept = receiptIn(file, await textOf(file));
  const { claims, logged } = await checkReceipt(kept, {
    ...(await trustOf(kept, options)),
    mlDsa: nodeMlDsa(),
  });
  const sent = (await routesOf(options.url).all()).find(
    ({ receipt: { id } }) => id === claims['id'],
  );
  out.result({ claims, logged }, () => {
    out.step('signed', `${String(claims['status'])}, route ${String(claims['id'])}`);
    for (const [label, text] of movedLines(claims, sent)) out.step(label, text);
    if (logged === null)
      return out.step(
        'in the log',
        `no proof yet; "interline receipt ${String(claims['id'])} --out ${file}" fetches it again`,
      );
    out.step('in the log', `leaf ${logged.index} of ${logged.size}`);
    for (const { name, atMs } of logged.cosigned)
      out.step('seen by', `${name} at ${new Date(atMs).toISOString()}`);
  });
}

/** Named keys, then kept ones; the service is asked where neither has that of the signature. */
export async function trustOf(
  { jws }: Pick<KeptReceipt, 'jws'>,
  { jwks, vkey, url }: Pick<VerifyOptions, 'jwks' | 'vkey' | 'url'>,
): Promise<ReceiptTrust> {
  if (jwks !== undefined && vkey !== undefined) return { keys: await keysIn(jwks), vkey };
  if (jwks !== undefined || vkey !== undefined)
    throw new UsageError('--jwks and --vkey are named together, or neither');
  const known = await keptKeys(url);
  const isKnown = known?.keys.some(({ kid }) => kid === kidOf(jws)) === true;
  return known !== null && isKnown ? known : fetchKeys(url, createClient({ baseUrl: url }));
}

/** Null for what is no receipt, of which more is said when it is checked. */
function kidOf(jws: string): unknown {
  try {
    const head: unknown = JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString());
    return fieldOf(head, 'kid');
  } catch {
    return null;
  }
}

async function keysIn(file: string): Promise<ReceiptTrust['keys']> {
  const keys = fieldOf(jsonIn(file, await textOf(file)), 'keys');
  const read = (Array.isArray(keys) ? keys : []).flatMap((one: unknown) => {
    const [kid, x] = [fieldOf(one, 'kid'), fieldOf(one, 'x')];
    return typeof kid === 'string' && typeof x === 'string' ? [{ kid, x }] : [];
  });
  if (read.length === 0)
    throw new UsageError(`${file} has no keys, as a JSON Web Key Set has them`);
  return read;
}

function receiptIn(file: string, text: string): KeptReceipt {
  const shown = jsonIn(file, text);
  const [jws, salt, proof] = ['jws', 'salt', 'proof'].map((name) => fieldOf(shown, name));
  if (typeof jws === 'string' && typeof salt === 'string')
    return { jws, salt, proof: typeof proof === 'string' ? proof : null };
  throw new UsageError(`${file} is not a receipt as "receipt --out" writes it`);
}

function jsonIn(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
}

type Line = readonly [label: string, text: string];

/**
 * What was paid, what it brought and what came back. Receipts of `v` 1 do not say the decimals of their
 * tokens: those of a route that was `sent` from this machine are known, else the amounts stay in smallest
 * units.
 */
export function movedLines(
  claims: Readonly<Record<string, unknown>>,
  sent: Pick<KeptRoute, 'receipt'> | undefined,
): readonly Line[] {
  const { from, to, srcTx, destTx, refundTx } = claims;
  const delivered = fieldOf(to, 'delivered');
  return [
    ['paid', movedIn(from, fieldOf(from, 'amount'), srcTx, sent?.receipt.from)],
    ['brought', delivered === null ? 'nothing' : movedIn(to, delivered, destTx, sent?.receipt.to)],
    ...(typeof refundTx === 'string' ? [['came back', `in ${refundTx}`] as const] : []),
  ];
}

function movedIn(
  side: unknown,
  units: unknown,
  hash: unknown,
  known: { readonly token: string; readonly decimals: number } | undefined,
): string {
  const [token, symbol, chain] = ['token', 'symbol', 'chain'].map((name) =>
    String(fieldOf(side, name)),
  );
  const signed = fieldOf(side, 'decimals');
  const isKnown = known !== undefined && known.token.toLowerCase() === token?.toLowerCase();
  const decimals = typeof signed === 'number' ? signed : isKnown ? known.decimals : null;
  const amount =
    decimals === null
      ? `${String(units)} smallest units of ${symbol}`
      : inTokens(String(units), decimals, symbol ?? '');
  return `${amount} on ${chain}${typeof hash === 'string' ? ` in ${hash}` : ''}`;
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
