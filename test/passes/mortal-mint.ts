import type { Store } from '@interline/adapters/store';
import type { Writes } from '@interline/core';
import { createHash } from 'node:crypto';
import type { PassPublicKey, TokenIssuerPort } from '@interline/ports';
import { invoicesOn, type Invoices, ScriptedPayments } from './invoices-on.ts';
import { mintOn } from './mint-on.ts';

/** What a dead process throws into nothing: its caller gets no answer. */
export class Died extends Error {}

/**
 * The module in a process that dies when it has come to so many places: before and after each unit,
 * after each statement in it, before its commit, and around each signature. What it had begun is rolled
 * back, what it had committed stays.
 */
export class MortalMint {
  readonly invoices: Invoices;
  /** How many places it has come to. */
  places = 0;
  isDead = false;
  readonly #diesAt: number;

  constructor(store: Store, diesAt = Number.POSITIVE_INFINITY) {
    this.#diesAt = diesAt;
    this.invoices = invoicesOn({
      store: this.#mortalStore(store),
      issuer: this.#mortalIssuer(),
      payments: new ScriptedPayments(0),
      passes: mintOn(store, quickIssuer),
    });
  }

  #come(): void {
    if (!this.isDead) this.places += 1;
    if (this.places >= this.#diesAt) this.isDead = true;
    if (this.isDead) throw new Died();
  }

  #mortalStore(store: Store): Store {
    return {
      ...store,
      reads: store.reads,
      run: async (name, work) => {
        this.#come();
        const result = await store.run(name, async (tx) => {
          const done = await work(this.#mortalWrites(tx));
          this.#come();
          return done;
        });
        this.#come();
        return result;
      },
    };
  }

  #mortalWrites(tx: Writes): Writes {
    const mortal = <T extends object>(methods: T): T =>
      new Proxy(methods, {
        get: (target, name) => {
          const method: unknown = Reflect.get(target, name);
          if (typeof method !== 'function') return method;
          return async (...given: unknown[]) => {
            const answer: unknown = await Reflect.apply(method, target, given);
            this.#come();
            return answer;
          };
        },
      });
    return { ...tx, invoices: mortal(tx.invoices), passes: mortal(tx.passes) };
  }

  #mortalIssuer(): TokenIssuerPort {
    return {
      ...quickIssuer,
      blindSign: async (key, blinded) => {
        this.#come();
        const signatures = await quickIssuer.blindSign(key, blinded);
        this.#come();
        return signatures;
      },
    };
  }
}

const publicKey: PassPublicKey = {
  kty: 'RSA',
  alg: 'PS384',
  key_ops: ['verify'],
  ext: true,
  n: 'AQ',
  e: 'AQAB',
};

/** One key and one value make the same bytes every time, as with the real one, and at once. */
const quickIssuer: TokenIssuerPort = {
  createKey: async () => ({ publicKey, thumb: 't'.repeat(43), sealed: 'sealed' }),
  isSignable: () => true,
  blindSign: async (_key, blinded) => blinded.map(quickSignature),
  verify: () => false,
  tagOf: () => '',
  spendIdOf: () => '',
  claimIdOf: (blinded) => Buffer.from(blinded).toString('hex'),
};

export function quickSignature(blinded: Uint8Array): Uint8Array {
  return createHash('sha256').update(blinded).digest();
}
