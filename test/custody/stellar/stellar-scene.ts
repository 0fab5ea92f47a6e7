import { systemClock } from '@interline/adapters/clock';
import { outboundHttp } from '@interline/adapters/outbound-http';
import { stellarCustody, type StellarCustody } from '@interline/adapters/custody/stellar';
import {
  startStellarLedger,
  type RunningStellarLedger,
  type StellarLedgerStart,
} from '@interline/devnet/stellar-ledger';
import {
  type Address,
  asAddress,
  asUnits,
  chainRef,
  neverMined,
  relayerOwner,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type {
  OutboundHttp,
  Prepared,
  TransactionReading,
  TransactionRequest,
} from '@interline/ports';
import {
  Asset,
  BASE_FEE,
  Horizon,
  Keypair,
  Operation,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { hkdfSync, randomBytes } from 'node:crypto';
import { collectedLog } from '../../contract/custody/collected-log.ts';

export const stellar = chainRef('stellar:pubnet');
export const signal: AbortSignal = new AbortController().signal;

/** A committed transaction with the form that was signed for it. */
export interface Committed {
  readonly transaction: Transaction;
  readonly form: SignedTransaction;
}

export interface OpenOptions {
  readonly horizonUrls?: readonly string[];
  readonly channels?: number;
  readonly http?: OutboundHttp;
  readonly secret?: Uint8Array;
  readonly feeRateCap?: bigint;
  /** The machine's time where left out. */
  readonly nowMs?: number;
  /** How much more time has passed than the machine has counted. */
  readonly passedMs?: () => number;
}

export type SceneOptions = Pick<StellarLedgerStart, 'automine'> &
  Pick<OpenOptions, 'channels'> & {
    /** Ten-millionths of USDC that the float holds; 100 dollars where left out. */
    readonly dollars?: bigint;
  };

/** A float on a ledger of its own, with its channels and its trustline. */
export class StellarScene {
  readonly ledger: RunningStellarLedger;
  readonly custody: StellarCustody;
  readonly float: Address;
  readonly http = outboundHttp();
  readonly log = collectedLog();
  readonly #secret = randomBytes(32);
  readonly #channels: number;

  private constructor(ledger: RunningStellarLedger, channels: number) {
    this.ledger = ledger;
    this.#channels = channels;
    this.custody = this.open();
    this.float = this.custody.account(stellar, 'float');
  }

  static async start({
    channels = 4,
    automine = true,
    dollars = 1_000_000_000n,
  }: SceneOptions = {}): Promise<StellarScene> {
    const ledger = await startStellarLedger({ automine });
    const scene = new StellarScene(ledger, channels);
    await scene.friendbot(scene.float);
    await scene.openAccount();
    await scene.gift(scene.float, dollars);
    return scene;
  }

  async stop(): Promise<void> {
    await this.http.close();
    await this.ledger.stop();
  }

  get usdc(): string {
    return `${this.ledger.usdc.code}:${this.ledger.usdc.issuer}`;
  }

  /** Another custody of the same float: what a process that starts anew knows. */
  open({
    horizonUrls = [this.ledger.horizonUrl],
    channels = this.#channels,
    http = this.http,
    secret = this.#secret,
    feeRateCap = 100_000n,
    nowMs,
    passedMs = () => 0,
  }: OpenOptions = {}): StellarCustody {
    return stellarCustody({
      chain: stellar,
      horizonUrls,
      channels,
      passphrase: this.ledger.passphrase,
      secret,
      trusted: [this.usdc],
      feeRateCap,
      validForSec: 300,
      http,
      clock: {
        now: () => nowMs ?? Date.now() + passedMs(),
        monotonic: () => Date.now() + passedMs(),
        sleep: async () => undefined,
        alarm: (ms) => systemClock.alarm(ms),
      },
      log: this.log,
    });
  }

  /** Makes what the float still lacks, as the service does when it starts. */
  async openAccount(custody = this.custody): Promise<number> {
    for (let slot = await this.nextSlot(custody); ; slot += 1) {
      const missing = await custody.prepareAccount(stellar, 'float', signal);
      if (missing === null) return slot;
      await this.send(this.commit(missing, slot, { custody }));
      this.ledger.close();
    }
  }

  async nextSlot(custody = this.custody): Promise<number> {
    return custody.slotsTaken(stellar, custody.account(stellar, 'float'), signal);
  }

  payoutTo(to: string, units: bigint, token = this.usdc) {
    return {
      kind: 'payout',
      purpose: 'payout',
      chain: stellar,
      token,
      role: 'float',
      to: asAddress(to),
      units: asUnits(units),
    } as const satisfies TransactionRequest;
  }

  async prepared(request: TransactionRequest, custody = this.custody): Promise<Prepared> {
    const outcome = await custody.prepare(request, signal);
    if (!outcome.ok) expect.fail(`${outcome.code}: ${outcome.reason}`);
    return outcome.value[0] ?? expect.fail();
  }

  /** As the core commits it: signed in its slot, without the network. */
  commit(
    prepared: Prepared,
    slot: number,
    { custody = this.custody, atMs = Date.now() } = {},
  ): Committed {
    const transaction: Transaction = {
      id: `ef_${slot}`,
      owner: relayerOwner,
      step: 0,
      purpose: prepared.purpose,
      chain: stellar,
      role: 'float',
      account: prepared.account,
      slot,
      ...neverMined,
      expects: prepared.expects,
      createdAtMs: atMs,
      multicall: null,
    };
    return { transaction, form: custody.seal(contentOf(transaction), prepared, slot, atMs) };
  }

  /** A further form of it with other fields, as a replacement is made. */
  again(
    { transaction, form }: Committed,
    tx: Prepared['tx'],
    { custody = this.custody, atMs = Date.now() } = {},
  ): SignedTransaction {
    const { purpose, chain, role, account, expects, slot } = transaction;
    const prepared = { purpose, chain, role, account, expects, tx, block: 0 };
    return custody.seal({ ...form, ...contentOf(transaction) }, prepared, slot, atMs);
  }

  async send({ form }: Committed, custody = this.custody): Promise<void> {
    expect(await custody.broadcast([form])).to.deep.equal(['accepted']);
  }

  /** Prepared, committed in the slot and sent. */
  async sent(request: TransactionRequest, slot: number): Promise<Committed> {
    const committed = this.commit(await this.prepared(request), slot);
    await this.send(committed);
    return committed;
  }

  async seen(
    { transaction, form }: Committed,
    { custody = this.custody, forms = [form] }: SeenOptions = {},
  ): Promise<TransactionReading> {
    const { transactions } = await custody.observe(stellar, [{ transaction, forms }], signal);
    return transactions[0] ?? expect.fail();
  }

  async friendbot(address: string): Promise<void> {
    await fetch(`${this.ledger.horizonUrl}/friendbot?addr=${address}`);
  }

  /** Dollars of the devnet's issuer, in ten-millionths. */
  async gift(to: string, units: bigint): Promise<void> {
    const body = JSON.stringify({ to, amount: String(units) });
    const answer = await fetch(`${this.ledger.horizonUrl}/devnet/faucet`, { method: 'POST', body });
    expect(answer.status).to.equal(200);
  }

  /** An account with a trustline for the dollars. */
  async recipient(): Promise<Keypair> {
    const key = Keypair.random();
    await this.friendbot(key.publicKey());
    const asset = new Asset(this.ledger.usdc.code, this.ledger.usdc.issuer);
    await this.act(key, Operation.changeTrust({ asset }));
    return key;
  }

  /** What a stranger does, with the SDK as it is. */
  async act(by: Keypair, ...operations: readonly xdr.Operation[]): Promise<void> {
    const server = this.server;
    const builder = new TransactionBuilder(await server.loadAccount(by.publicKey()), {
      fee: BASE_FEE,
      networkPassphrase: this.ledger.passphrase,
    });
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.setTimeout(0).build();
    transaction.sign(by);
    const sending = server.submitAsyncTransaction(transaction);
    expect((await sending).tx_status).to.equal('PENDING');
    this.ledger.close();
  }

  get server(): Horizon.Server {
    return new Horizon.Server(this.ledger.horizonUrl, { allowHttp: true });
  }

  /** The key of a channel: what a thief would have. */
  keyOf(account: string): Keypair {
    const seeds = Array.from({ length: this.#channels - 1 }, (_, at) =>
      hkdfSync('sha256', this.#secret, 'interline', `stellar channel ${at + 1} v1`, 32),
    );
    const keys = [this.#secret, ...seeds.map((seed) => Buffer.from(seed))].map((seed) =>
      Keypair.fromRawEd25519Seed(seed),
    );
    return keys.find((key) => key.publicKey() === account) ?? expect.fail();
  }

  /** What an account holds of the dollars, in ten-millionths. */
  async dollarsOf(account: string): Promise<bigint> {
    const { balances } = await this.server.loadAccount(account);
    const line = balances.find((one) => 'asset_code' in one);
    return BigInt((line?.balance ?? '0.0000000').replace('.', ''));
  }

  async stroopsOf(account: string): Promise<bigint> {
    const { balances } = await this.server.loadAccount(account);
    const line = balances.find((one) => one.asset_type === 'native');
    return BigInt((line?.balance ?? '0.0000000').replace('.', ''));
  }
}

/** The same answers, but what `alter` makes of their bodies. */
export function alteredBy(
  http: OutboundHttp,
  alter: (url: string, body: string) => string,
): OutboundHttp {
  return {
    ...http,
    async request(request, until) {
      const answer = await http.request(request, until);
      return { ...answer, body: alter(request.url, answer.body) };
    },
  };
}

interface SeenOptions {
  readonly custody?: StellarCustody;
  readonly forms?: readonly SignedTransaction[];
}

function contentOf(transaction: Transaction) {
  return {
    transactionId: transaction.id,
    movements: [{ kind: 'payout', transactionId: transaction.id, expects: transaction.expects }],
  } as const;
}
