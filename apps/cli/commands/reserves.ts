import {
  checkLiability,
  checkReserves,
  ReceiptError,
  type SumRoot,
} from '@interline/client/evidence';
import { type Client, createClient, type OwnLiability, ServiceError } from '@interline/client';
import type { Command } from 'commander';
import { UsageError, WrongStateError } from '../exit-codes.ts';
import { nodeMlDsa } from '../rest/node-ml-dsa.ts';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts, type TokenAmounts } from '../show/token-amounts.ts';
import { trustOf } from './receipt.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

interface ReservesOptions extends RestOptions {
  readonly day?: string;
}

export function reservesCommand(): Command {
  return restCommand('reserves')
    .argument('[route]', 'a route with a held refund, to see that it is counted in what is owed')
    .option('--day <day>', 'of this UTC day, e.g. 2026-11-23; of the newest without')
    .addHelpText(
      'after',
      `
Signed once a UTC day, by the key of receipts, and put into the log of receipts; checked here, as "interline verify"
checks a receipt. A refund that is held is counted from the next day that is signed on.`,
    )
    .action(reserves);
}

/** Of one asset, as the signed statement has it. */
interface Asset {
  readonly chain: string | number;
  readonly token: string;
  readonly holdings: readonly { readonly units: string }[];
  readonly inTransit: string;
  readonly liabilities: {
    readonly owedToPayers: string;
    readonly refundsHeld: string;
    readonly passesUnclaimed: string;
  };
  readonly surplus: string;
  readonly sumTree: SumRoot;
}

async function reserves(route: string | undefined, options: ReservesOptions): Promise<void> {
  const { url, json, day } = options;
  if (route !== undefined && day !== undefined)
    throw new UsageError('a route is looked for in the newest reserves alone; leave --day out');
  const [out, client] = [terminal(json), createClient({ baseUrl: url })];
  const shown = await signedOf(client, day);
  const trust = { ...(await trustOf(shown, { url })), mlDsa: nodeMlDsa() };
  const { claims, logged } = await checkReserves(shown, trust);
  const assets = claims['assets'] as readonly Asset[]; // CAST: the signature says that the service wrote it.
  const owed = route === undefined ? null : await countedFor(client, route, shown.epoch, assets);
  const amounts = await readTokenAmounts(client);
  out.result({ claims, logged, owed }, () => {
    out.step('reserves', `of ${shown.epoch}, signed`);
    out.step('in the log', logged === null ? 'not yet' : `leaf ${logged.index} of ${logged.size}`);
    for (const { name, atMs } of logged?.cosigned ?? [])
      out.step('seen by', `${name} at ${new Date(atMs).toISOString()}`);
    if (owed !== null)
      out.step(
        'counted',
        `${amounts.of(owed.amount, owed.chain, owed.token)} on ${amounts.chain(owed.chain)} for ${route ?? ''}`,
      );
    else out.line(owingTable(assets, amounts));
  });
}

/** The assets in which something is owed; of the others only how many there are. */
export function owingTable(assets: readonly Asset[], amounts: TokenAmounts): string {
  const isOwing = ({ liabilities }: Asset): boolean =>
    Object.values(liabilities).some((units) => units !== '0');
  const rows = assets.filter(isOwing).map((asset) => {
    const { chain, token, holdings, inTransit, liabilities, surplus } = asset;
    const held = holdings.reduce((sum, { units }) => sum + BigInt(units), 0n);
    const { owedToPayers, refundsHeld, passesUnclaimed } = liabilities;
    const shown = [String(held), inTransit, owedToPayers, refundsHeld, passesUnclaimed, surplus];
    return [String(chain), ...shown.map((units) => amounts.of(units, chain, token))];
  });
  if (rows.length === 0) return `Nothing is owed in any of ${assets.length} assets.`;
  const owing = ['owed to payers', 'of it held refunds', 'owed in passes'];
  const heading = ['chain', 'held', 'owed by engines', ...owing, 'left'];
  return `${columns([heading, ...rows])}\nNothing is owed in ${assets.length - rows.length} other assets; left is held and owed by engines, less what is owed to payers and in passes.`;
}

function signedOf(client: Client, day: string | undefined) {
  const asked =
    day === undefined
      ? client.call('GET /api/transparency/reserves', {})
      : client.call('GET /api/transparency/reserves/{epoch}', { params: { epoch: day } });
  return asked.catch((error: unknown) => {
    if (!isUnknown(error)) throw error;
    throw new WrongStateError(
      day === undefined
        ? 'the service has signed no reserves yet; it does so once a UTC day, ten minutes after its start at the soonest'
        : `the service has signed no reserves of ${day}`,
      { cause: error },
    );
  });
}

/** What is owed for a route, once it is seen to be counted. Throws where it is not. */
async function countedFor(
  client: Client,
  routeId: string,
  epoch: string,
  assets: readonly Asset[],
): Promise<OwnLiability> {
  const own = await client
    .call('GET /api/transparency/liability', { query: { id: routeId } })
    .catch((error: unknown) => {
      if (!isUnknown(error)) throw error;
      throw new WrongStateError(
        `nothing is counted for ${routeId}: no refund of it was held when the reserves of ${epoch} were signed`,
        { cause: error },
      );
    });
  const asset = assets.find(({ chain, token }) => chain === own.chain && token === own.token);
  if (asset === undefined || own.epoch !== epoch)
    throw new ReceiptError(`the reserves of ${epoch} do not have the asset of ${routeId}`);
  await checkLiability({ ...own, routeId }, asset.sumTree);
  return own;
}

function isUnknown(error: unknown): boolean {
  return error instanceof ServiceError && error.errorCode === 'UNKNOWN_RECORD';
}
