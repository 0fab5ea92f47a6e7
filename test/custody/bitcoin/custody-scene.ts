import {
  type Address,
  asAddress,
  asUnits,
  chainRef,
  inNoBlock,
  nativeAddress,
  relayerOwner,
  type SignedTransaction,
  type Transaction,
  type TxFields,
} from '@interline/kernel';
import {
  type BitcoinCustody,
  bitcoinCustody,
  type BitcoinCustodySettings,
  type BitcoinNode,
  coreNode,
  feeRate,
  hdAccount,
} from '@interline/adapters/custody/bitcoin';
import { outboundHttp } from '@interline/adapters/outbound-http';
import type { RegtestNode } from '@interline/devnet';
import type { Prepared } from '@interline/ports';
import { randomBytes } from 'node:crypto';
import { collectedLog } from '../../contract/custody/collected-log.ts';
import { systemClock } from '@interline/adapters/clock';

/** As the core names it on every network of the deployment. */
export const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');

const { signal } = new AbortController();

export interface PaidOutput {
  readonly to: Address;
  readonly units: bigint;
  readonly group: number;
}

export interface SpentCoin {
  readonly outpoint: string;
  readonly units: bigint;
}

export interface BitcoinFields {
  readonly inputs: readonly SpentCoin[];
  readonly outputs: readonly PaidOutput[];
  readonly change: bigint;
  readonly fee: bigint;
}

/** Custody of a fresh float on a regtest node. */
export interface CustodyScene {
  readonly custody: BitcoinCustody;
  readonly log: ReturnType<typeof collectedLog>;
  readonly account: Address;
  readonly settings: BitcoinCustodySettings;
  /** Another custody of the same float: what a process that starts anew knows. */
  restarted(change?: Partial<BitcoinCustodySettings>): BitcoinCustody;
  /** Pays the float's funding address as many coins and mines them. */
  fund(...coins: readonly bigint[]): Promise<void>;
  /** A fresh address of a stranger. */
  stranger(): Address;
  payout(to: Address, units: bigint): Promise<Prepared>;
  /** One transaction for these payouts, signed for the slot. */
  batch(payouts: readonly Prepared[], slot: number): Promise<SignedTransaction>;
  /**
   * The next form of it, by an operator's order to offer up to that many sats per vbyte; `by` the
   * custody given.
   */
  replaced(
    last: SignedTransaction,
    cap?: bigint | null,
    by?: BitcoinCustody,
  ): Promise<SignedTransaction>;
  /** A transaction that pays only ourselves, signed for the slot. */
  noop(slot: number): Promise<SignedTransaction>;
  sealed(prepared: Prepared, slot: number): SignedTransaction;
  send(signed: SignedTransaction): Promise<string>;
  bitcoinFields(signed: SignedTransaction): BitcoinFields;
  rates(floor: bigint, cap: bigint): BitcoinCustodySettings['fees'];
  close(): Promise<void>;
}

export function custodyScene(
  node: RegtestNode,
  change: Partial<BitcoinCustodySettings> = {},
  wrapped: (core: BitcoinNode) => readonly BitcoinNode[] = (core) => [core],
): CustodyScene {
  const http = outboundHttp();
  const log = collectedLog();
  const strangers = hdAccount(randomBytes(32), 'regtest');
  const wallet = `watch-${randomBytes(4).toString('hex')}`;
  const openNodes = (): readonly BitcoinNode[] =>
    wrapped(
      coreNode({
        chain: bitcoin,
        network: 'regtest',
        http,
        url: node.rpcUrl,
        user: node.user,
        password: node.password,
        wallet,
        log,
      }),
    );
  const settings: BitcoinCustodySettings = {
    chain: bitcoin,
    network: 'regtest',
    nodes: openNodes(),
    seed: randomBytes(32),
    bornAtSec: null,
    fees: { floor: feeRate(2_000n), cap: feeRate(100_000n) },
    clock: systemClock,
    log,
    ...change,
  };
  const custody = bitcoinCustody(settings);
  const account = custody.account(bitcoin, 'float');
  let met = 0;
  const sealed = (prepared: Prepared, slot: number, atMs: number): SignedTransaction =>
    custody.seal({ transactionId: `ef_${slot}`, movements: [] }, prepared, slot, atMs);
  const preparedOf = (tx: TxFields): Prepared => ({
    purpose: 'batch',
    chain: bitcoin,
    role: 'float',
    account,
    tx,
    expects: null,
    block: 0,
  });
  return {
    custody,
    log,
    account,
    settings,
    restarted: (other) => bitcoinCustody({ ...settings, nodes: openNodes(), ...other }),
    async fund(...coins) {
      await custody.start(signal);
      for (const coin of coins) await node.pay(custody.fundingAddress(settings.chain), coin);
      await node.mine();
    },
    stranger: () => asAddress(strangers.address('receive', met++).address),
    async payout(to, units) {
      const outcome = await custody.prepare(
        {
          kind: 'payout',
          chain: bitcoin,
          token: nativeAddress,
          role: 'float',
          to,
          units: asUnits(units),
          purpose: 'payout',
        },
        signal,
      );
      const [prepared] = outcome.ok ? outcome.value : [];
      if (prepared === undefined)
        throw new Error(outcome.ok ? 'nothing was prepared' : `${outcome.code}: ${outcome.reason}`);
      return prepared;
    },
    async batch(payouts, slot) {
      const groups = payouts.map(({ tx }) => [tx]);
      const { prepared } = await custody.prepareMerged(bitcoin, 'float', groups, signal);
      if (prepared === null) throw new Error('all payouts would fail');
      return sealed(prepared, slot, 1_000);
    },
    async replaced(last, cap = null, by = custody) {
      const bump = await by.bump(last, cap, signal);
      if (bump.kind !== 'dearer') throw new Error(`not replaced: ${bump.kind}`);
      return sealed(preparedOf(bump.tx), last.slot, last.committedAtMs + 1);
    },
    async noop(slot) {
      const outcome = await custody.prepare(
        { kind: 'noop', chain: bitcoin, role: 'float' },
        signal,
      );
      const [prepared] = outcome.ok ? outcome.value : [];
      if (prepared === undefined) throw new Error('a no-op is never refused');
      return sealed(prepared, slot, 1_000);
    },
    sealed: (prepared, slot) => sealed(prepared, slot, 1_000),
    // CAST: what custody itself has put into the fields that only it reads.
    bitcoinFields: ({ tx }) => tx as unknown as BitcoinFields,
    rates: (floor, cap) => ({ floor: feeRate(floor), cap: feeRate(cap) }),
    send: async (signed) => (await custody.broadcast([signed]))[0] ?? 'unknown',
    close: () => http.close(),
  };
}

/** As the store would have it, for a reading of its forms. */
export function watchedOf(
  forms: readonly SignedTransaction[],
  carried?: { readonly group: number; readonly of: number },
) {
  const [first] = forms;
  if (first === undefined) throw new Error('a transaction has a form');
  const { chain, account, slot, tx } = first;
  const place = carried && { by: 'ef_batch', ...carried };
  const transaction: Transaction = {
    id: carried === undefined ? 'ef_batch' : `ef_${carried.group}`,
    owner: relayerOwner,
    step: 0,
    purpose: carried === undefined ? 'batch' : 'payout',
    chain,
    role: 'float',
    account,
    slot,
    expects: null,
    ...inNoBlock,
    simulated: null,
    reorgs: 0,
    createdAtMs: 0,
    multicall: place ? { bundle: 'b', position: 0, call: tx, carried: place } : null,
    feeCap: null,
    stuck: null,
  };
  return { transaction, forms: forms.map(({ hash, tx: fields }) => ({ hash, tx: fields })) };
}
