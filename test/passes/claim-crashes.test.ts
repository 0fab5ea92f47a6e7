import { openStore, type Store } from '@interline/adapters/store';
import type { Invoice } from '@interline/core/passes';
import { isRelayError, asUnits } from '@interline/kernel';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { onPostgres } from '../contract/on-postgres.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { base, ScriptedPayments, usdc } from './invoices-on.ts';
import { Died, MortalMint, quickSignature } from './mortal-mint.ts';

const clients = 50;
const each = 25;
/** Of a starter: 40 of the clients get theirs. */
const quota = 1_000;

describe('50 claims at once on one invoice, in two processes of which one dies,', () => {
  describe('with SQLite', () => {
    let folder: string;
    let store: Store;
    beforeEach(async () => {
      folder = mkdtempSync(join(fastFolder, 'interline-claims-'));
      store = await openStore({ file: join(folder, 'journal.db') });
    });
    afterEach(async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    });

    // One file has one process, so the second one takes over.
    claimsThatCrash(() => ({ first: store, second: store }), 1);
  });

  onPostgres((given) => {
    let first: Store;
    let second: Store;
    beforeEach(async () => {
      first = await given().openEmpty();
      second = await given().openAgain();
    });
    afterEach(async () => {
      await first.close();
      await second.close();
    });

    claimsThatCrash(() => ({ first, second }), 4);
  });
});

function claimsThatCrash(
  given: () => { readonly first: Store; readonly second: Store },
  stride: number,
): void {
  it('never sign more than was paid for, and lose no confirmed claim, wherever the process dies', async function () {
    this.timeout(300_000);
    const { first, second } = given();
    const whole = await crashAt(first, second, Number.POSITIVE_INFINITY);
    let deaths = 0;
    for (let at = 1; at <= whole.places; at += stride) {
      const run = await crashAt(first, second, at);
      if (run.hasDied) deaths += 1;
      expect({ at, ...run.outcome }).to.deep.equal({ at, ...expected });
    }
    console.log(`      ${whole.places} places, died at ${deaths} of them`);

    expect(whole.outcome).to.deep.equal(expected);
    expect(deaths).to.be.above(10);
  });
}

const expected = { issued: quota, told: quota, wrong: 0, counted: quota, repeated: 0 };

async function crashAt(first: Store, second: Store, diesAt: number) {
  const invoice = paidInvoice();
  await second.run('pay', (tx) => tx.invoices.insertInvoice(invoice));
  const countedBefore = await countedIn(second);
  const mortal = new MortalMint(first, diesAt);
  const lasting = new MortalMint(second);
  const told = new Map<string, number>();
  let wrong = 0;

  const claims = Array.from({ length: clients }, () =>
    Array.from({ length: each }, () => randomBytes(32)),
  );
  const claim = async (mint: MortalMint, blinded: readonly Buffer[]): Promise<boolean> => {
    try {
      const { signatures } = await mint.invoices.claimPasses({
        invoiceId: invoice.id,
        blinded,
        seq: null,
        txHash: null,
        count: async () => undefined,
      });
      for (const [at, value] of blinded.entries()) {
        if (!Buffer.from(signatures[at] ?? []).equals(quickSignature(value))) wrong += 1;
        const key = value.toString('hex');
        told.set(key, (told.get(key) ?? 0) + 1);
      }
      return true;
    } catch (error) {
      if (error instanceof Died) return false;
      if (isRelayError(error) && error.code === 'QUOTA_EXCEEDED') return true;
      throw error;
    }
  };
  await Promise.all(
    claims.map(async (blinded, at) => {
      const isOver = await claim(at % 2 === 0 ? mortal : lasting, blinded);
      if (!isOver) await claim(lasting, blinded);
    }),
  );
  // What was answered is answered again, byte for byte, and costs nothing.
  const toldOnce = told.size;
  const [someClaim = []] = claims.filter(([value]) => told.has(value?.toString('hex') ?? ''));
  await claim(lasting, someClaim);

  const kept = await second.reads.invoices.invoice(invoice.id);
  return {
    places: mortal.places,
    hasDied: mortal.isDead,
    outcome: {
      issued: kept?.issued,
      told: toldOnce,
      wrong,
      counted: (await countedIn(second)) - countedBefore,
      repeated: told.size - toldOnce,
    },
  };
}

async function countedIn(store: Store): Promise<number> {
  await store.run('count', (tx) => tx.passes.writePassStats(0));
  return (await store.reads.passes.passStats())?.issued ?? 0;
}

function paidInvoice(): Invoice {
  const price = asUnits(1_000_000n);
  const nowMs = Date.now();
  const id = `inv_${randomBytes(16).toString('hex')}`;
  return {
    ...new ScriptedPayments(0).addressOf(base, id),
    id,
    version: 1,
    bundle: 'starter',
    bundles: 1,
    asset: 'usdc-8453',
    token: usdc,
    amount: price,
    confirmations: 1,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 60_000,
    pending: asUnits(0n),
    received: price,
    credited: price,
    held: price,
    block: 1,
    blockAtMs: nowMs,
    collection: null,
    routeId: null,
    authorizationId: null,
    authorizedBy: null,
    issued: 0,
    exhaustedAtMs: null,
    nextLookMs: nowMs + 60_000,
    nextCollectMs: null,
    collectTries: 0,
    txs: [],
  };
}
