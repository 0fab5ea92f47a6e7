import {
  type AccountRole,
  type Address,
  type ChainRef,
  chainToWire,
  utcDay,
} from '@interline/kernel';
import type {
  AddressProofs,
  CustodyPort,
  Entropy,
  LiabilityTrees,
  ReceiptSigner,
} from '@interline/ports';
import { balancesOf, type Check, type Line } from '../books/index.ts';
import { type Invoice, owedInPasses } from '../passes/index.ts';
import type { ReadSureTime } from '../sure-time/index.ts';
import type { EvidenceStore, EvidenceUnit, OwedRoute } from './repository.ts';
import { drawFirstKey } from './signing-key.ts';

export interface ReserveParts {
  readonly store: EvidenceStore;
  readonly receiptSigner: ReceiptSigner;
  readonly liabilityTrees: LiabilityTrees;
  readonly custody: Pick<CustodyPort, 'roleOf'>;
  readonly addressProofs: AddressProofs;
  readonly lifetime: AbortSignal;
  /** A day signed ahead of its time would remain the newest until it came. */
  readonly sureTime: { readonly now: ReadSureTime };
  readonly entropy: Entropy;
}

const reservesType = 'interline-reserves+jwt';
const version = 1;

/**
 * Once a UTC day: reads what is held and owed from the books in one unit, signs it and leaves it for the log
 * to pick up. Each held refund is a leaf of its asset's sum tree.
 */
export function publishReserves(parts: ReserveParts): () => Promise<void> {
  const { store, sureTime } = parts;
  return async () => {
    const nowMs = await sureTime.now();
    const epoch = utcDay(nowMs);
    if ((await store.reads.evidence.reserves(epoch)) !== null) return;
    const { assets, owed } = await store.run('look-at-reserves', (tx) =>
      snapshotOf(parts, tx, epoch),
    );
    // Between the units, because a key may be in a KMS.
    const addresses = await provenAddresses(parts, { epoch, nowMs, assets });
    await store.run('publish-reserves', async (tx) => {
      if ((await tx.evidence.reserves(epoch)) !== null) return;
      const key = await drawFirstKey(tx, parts.receiptSigner, nowMs);
      const roots = assets.map(({ chain, token, sumTree }) => [chain, token, sumTree]);
      const jws = parts.receiptSigner.sign(key, reservesType, {
        iss: 'interline',
        iat: Math.floor(nowMs / 1_000),
        v: version,
        epoch,
        at: nowMs,
        assets,
        addresses,
        sumRoot: parts.receiptSigner.hashOf(JSON.stringify(roots)),
      });
      await tx.evidence.insertReserves({ epoch, jws, atMs: nowMs, place: null }, owed);
    });
  };
}

interface Asset {
  readonly chain: ChainRef;
  readonly token: string;
}

async function snapshotOf(
  { liabilityTrees, custody, entropy }: ReserveParts,
  { books, invoices }: EvidenceUnit,
  epoch: string,
): Promise<{ readonly assets: readonly ShownAsset[]; readonly owed: readonly OwedRoute[] }> {
  const [checks, liabilities, balances, unclaimed] = [
    await books.checks(),
    await books.liabilities(),
    [...(await balancesOf(books, null)).values()],
    await invoices.unclaimedInvoices(),
  ];
  const owed: OwedRoute[] = [];
  const assets: ShownAsset[] = [];
  for (const asset of assetsIn(checks, balances, unclaimed)) {
    const held = liabilities
      .filter(({ book }) => isOf(asset, book))
      .map(({ routeId, units }) => ({ routeId, units: units, salt: entropy.hex(32) }))
      // Ordered by salt, so that a place does not reveal when its refund came.
      .sort((a, b) => (a.salt < b.salt ? -1 : 1));
    owed.push(...held.map((leaf, place) => ({ ...leaf, ...asset, epoch, place })));
    const { root } = await liabilityTrees.treeOf(held);
    const figures = {
      holdings: holdingsOf(checks, asset, (account) => custody.roleOf(account)),
      inTransit: sumOf(balances, asset, 'owed-by-engines'),
      owedToPayers: -sumOf(balances, asset, 'owed-to-payers'),
      refundsHeld: root.units,
      passesUnclaimed: passesOwedIn(asset, unclaimed),
      root: root.hash,
    };
    assets.push(assetOf(asset, figures));
  }
  return { assets, owed };
}

type ShownAsset = ReturnType<typeof assetOf>;

/** The text that each account signs: our accounts are named in the document that states the figures. */
function reservesText(epoch: string, assetsHash: string): string {
  return `interline-reserves/v${version}\n${epoch}\n${assetsHash}`;
}

/**
 * How long after midnight the day waits for keys that do not answer; then it goes out without their proofs.
 */
const keysWaitedForMs = 21_600_000;

/**
 * A proof for each account of ours on each chain; null for one whose key signs no texts. Early in the day it
 * throws what the keys throw, so that it is tried again: what is published cannot be changed.
 */
async function provenAddresses(
  { receiptSigner, addressProofs, lifetime }: ReserveParts,
  {
    epoch,
    nowMs,
    assets,
  }: { readonly epoch: string; readonly nowMs: number; readonly assets: readonly ShownAsset[] },
) {
  const prove = async (account: Address, text: string): Promise<string | null> => {
    try {
      return await addressProofs.prove(account, text, lifetime);
    } catch (cause) {
      if (nowMs - Date.parse(epoch) < keysWaitedForMs) throw cause;
      return null;
    }
  };
  const text = reservesText(epoch, receiptSigner.hashOf(JSON.stringify(assets)));
  const proofs = new Map<string, Promise<string | null>>();
  const named = assets.flatMap(({ chain, holdings }) =>
    holdings.map(({ account }) => ({ chain, account })),
  );
  const places = [...new Map(named.map((one) => [`${one.chain} ${one.account}`, one])).values()];
  return Promise.all(
    places.map(async ({ chain, account }) => {
      const proof = proofs.get(account) ?? prove(account, text);
      proofs.set(account, proof);
      return { chain, address: account, proof: await proof };
    }),
  );
}

interface Holding {
  readonly role: AccountRole | null;
  readonly account: Address;
  readonly units: string;
  readonly block: number;
  readonly blockHash: string;
  /** How far the books exceed the chain; while it is above zero, payouts of that account stop. */
  readonly deficit: string;
}

function assetOf(
  { chain, token }: Asset,
  figures: {
    readonly holdings: readonly Holding[];
    readonly inTransit: bigint;
    readonly owedToPayers: bigint;
    readonly refundsHeld: bigint;
    readonly passesUnclaimed: bigint;
    readonly root: string;
  },
) {
  const { holdings, inTransit, owedToPayers, refundsHeld, passesUnclaimed, root } = figures;
  const held = holdings.reduce((sum, { units }) => sum + BigInt(units), 0n);
  return {
    chain: chainToWire(chain),
    token,
    holdings,
    inTransit: inTransit.toString(),
    liabilities: {
      owedToPayers: owedToPayers.toString(),
      refundsHeld: refundsHeld.toString(),
      passesUnclaimed: passesUnclaimed.toString(),
    },
    // Below zero where what is owed in this token is held in another one, or on another chain.
    surplus: (held + inTransit - owedToPayers - passesUnclaimed).toString(),
    sumTree: { hash: root, sum: refundsHeld.toString() },
  };
}

/** What was paid for unclaimed passes, collected into the float or not. */
function passesOwedIn(asset: Asset, unclaimed: readonly Invoice[]): bigint {
  return unclaimed
    .filter((invoice) => isOf(asset, invoice))
    .reduce((sum, invoice) => sum + owedInPasses(invoice), 0n);
}

function assetsIn(
  checks: readonly Check[],
  balances: readonly Line[],
  unclaimed: readonly Asset[],
): readonly Asset[] {
  const all = [
    ...checks.map(({ book: { chain, token } }) => ({ chain, token })),
    ...balances
      .filter(({ kind, units }) => units !== 0n && /^owed-/.test(kind))
      .map(({ chain, token }) => ({ chain, token })),
    ...unclaimed.map(({ chain, token }) => ({ chain, token })),
  ];
  return [...new Map(all.map((one) => [`${one.chain} ${one.token}`, one])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, asset]) => asset);
}

function holdingsOf(
  checks: readonly Check[],
  asset: Asset,
  roleOf: CustodyPort['roleOf'],
): readonly Holding[] {
  return checks
    .filter(({ book }) => isOf(asset, book))
    .map(({ book: { account }, units, block, blockHash, deficit }) => ({
      role: roleOf(account),
      account,
      units: units.toString(),
      block,
      blockHash,
      deficit: deficit.toString(),
    }));
}

function sumOf(balances: readonly Line[], asset: Asset, kind: Line['kind']): bigint {
  return balances
    .filter((line) => line.kind === kind && isOf(asset, line))
    .reduce((sum, { units }) => sum + units, 0n);
}

function isOf(asset: Asset, one: Asset): boolean {
  return asset.chain === one.chain && asset.token === one.token;
}
