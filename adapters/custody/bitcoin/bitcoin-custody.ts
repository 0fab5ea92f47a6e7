import { type AccountRole, asAddress, type ChainRef, RelayError } from '@interline/kernel';
import type {
  ChainReader,
  ChainTime,
  DepositPort,
  FamilyCustody,
  PrepareOutcome,
} from '@interline/ports';
import { keptFor } from '../../chain-facts/index.ts';
import { bitcoinChainReader } from './bitcoin-chain-reader.ts';
import { floatWallet, type FloatWallet } from './float-wallet.ts';
import type { BitcoinCustodySettings } from './bitcoin-custody-settings.ts';
import { bitcoinTx, paymentOf } from './bitcoin-tx-fields.ts';
import { bitcoinDeposits } from './deposits/bitcoin-deposits.ts';
import { bump } from './prepare/bump.ts';
import { type Market, readMarket } from './prepare/market.ts';
import { prepareBatch } from './prepare/prepare-batch.ts';
import { prepareRequest } from './prepare/prepare-request.ts';
import { readWaitingForm } from './prepare/waiting-form.ts';
import { broadcast } from './send-bytes.ts';
import { whileWanted } from './shared-reading.ts';
import { sealed } from './signing/sealed.ts';
import { type Purse, purseReader, type SpineReading, spineReader } from './spine/read-spine.ts';
import { accountHistory, slotConsumer } from './watch/account-history.ts';
import { readArrivals, readPaymentsSince } from './watch/arrivals.ts';
import { balancesOf, readHoldings } from './watch/balances.ts';
import { isSpoilt } from './watch/is-spoilt.ts';
import { observe } from './watch/observe.ts';
import { queueOf } from './watch/queue.ts';
import { shownAlike } from './watch/shown-alike.ts';

export interface BitcoinCustody extends FamilyCustody {
  readonly chainReader: ChainReader & ChainTime;
  readonly deposits: DepositPort;
  /**
   * Asks every node for its network. Throws `CHAIN_UNREACHABLE` when too few nodes serve the right
   * one.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Problems for the operator to look at while the chain is still served, one clause each. */
  warnings(signal: AbortSignal): Promise<readonly string[]>;
  close(): Promise<void>;
}

const roles: readonly AccountRole[] = ['float'];
const marketMaxAgeMs = 1_000;
/** A payout that spends two coins takes about 210 vbytes; the rest is margin. */
const usualVbytes = 300n;
/** 200 taproot outputs take 8,600 of the 10,000 vbytes; the rest is for some twenty inputs. */
const groupsAtMost = 200;

/**
 * Custody of one float on one Bitcoin network. Every transaction of the account spends its spine
 * coin first and leaves the next one: slot n is the n-th transaction of that chain of coins. Uses
 * no network before its first call.
 */
export function bitcoinCustody(settings: BitcoinCustodySettings): BitcoinCustody {
  const wallet = floatWallet(settings);
  const readSpine = spineReader(wallet);
  const readPurse = purseReader(wallet, readSpine);
  const market = keptMarket(wallet);
  const fundingAddress = asAddress(wallet.funding.address);
  const assertOurs = (chain: ChainRef): void => {
    if (chain !== settings.chain)
      throw new RelayError('CHAIN_UNREACHABLE', { chain }, `custody has no chain ${chain}`);
  };
  const spine = (chain: ChainRef, signal: AbortSignal): Promise<SpineReading> => {
    assertOurs(chain);
    return wallet.read((at) => readSpine(at, signal), signal);
  };
  const purse = (chain: ChainRef, signal: AbortSignal): Promise<Purse> => {
    assertOurs(chain);
    return wallet.read((at) => readPurse(at, signal), signal);
  };

  return {
    chains: [settings.chain],
    chainReader: bitcoinChainReader(wallet, market),
    deposits: bitcoinDeposits(wallet),
    roles: () => roles,
    account: () => wallet.accountAddress,
    fundingAddress: () => fundingAddress,
    usualGas: () => usualVbytes,
    roleOf: (one) => (one === wallet.accountAddress || one === fundingAddress ? 'float' : null),
    former: [],
    async start(signal) {
      await wallet.readEach(({ node }) => node.tip(signal), signal);
    },
    warnings: (signal) => damagedWallets(wallet, signal),
    hasCode: () => Promise.resolve(false),

    groupsAtMost: () => groupsAtMost,
    mergesTransactions: (chain, role) => chain === settings.chain && role === 'float',
    prepareAccount: () => Promise.resolve(null),
    async prepare(request, signal, { confirmsRefusal = false } = {}) {
      const chain = request.kind === 'pull' ? request.permit.chain : request.chain;
      const [now, rates] = await Promise.all([purse(chain, signal), market(signal)]);
      const preparedBy = (one: Purse): Promise<PrepareOutcome> =>
        prepareRequest(wallet, request, { purse: one, market: rates }, signal);
      const outcome = await preparedBy(now);
      if (outcome.ok || !confirmsRefusal || wallet.enough < 2) return outcome;
      const all = await wallet.readAlike(
        async (at) => preparedBy(await readPurse(at, signal)),
        ({ ok }) => String(ok),
        signal,
      );
      const isConfirmed = all.filter(({ ok }) => !ok).length >= wallet.enough;
      return isConfirmed ? outcome : (all.find(({ ok }) => ok) ?? outcome);
    },
    async prepareMerged(chain, role, groups, signal) {
      const [now, rates] = await Promise.all([purse(chain, signal), market(signal)]);
      return prepareBatch(wallet, role, groups, now, rates);
    },
    seal: (content, prepared, slot, nowMs) => sealed(wallet, content, prepared, { slot, nowMs }),
    sign: (signedTransaction) => Promise.resolve(signedTransaction),
    async bump(last, feeRateCap, signal) {
      const [now, rates] = await Promise.all([purse(last.chain, signal), market(signal)]);
      const waiting = await readWaitingForm(wallet, now, last.slot, signal);
      return bump(wallet, last, feeRateCap, { purse: now, market: rates, waiting });
    },
    isSpoilt: async (last, signal) => {
      assertOurs(last.chain);
      // If one node were enough, it could make every look replace every payout, up to the cap.
      const all = await wallet.readAlike(
        (at) => isSpoilt(readSpine, last, at, signal),
        String,
        signal,
      );
      return all.filter((is) => is).length >= wallet.enough;
    },
    doesSame(_chain, one, other) {
      const [a, b] = [paymentsText(one), paymentsText(other)];
      return a === b;
    },
    broadcast: (signedTransactions) => broadcast(wallet, signedTransactions),

    async observe(chain, watched, signal) {
      assertOurs(chain);
      return observe(wallet, readSpine, watched, signal);
    },
    shownAlike: (_chain, mined, signal) => shownAlike(wallet, mined, signal),
    consumerOf: ({ transaction: { slot } }, _search, signal) =>
      slotConsumer(wallet, readSpine, slot, signal),
    accountHistory: (_chain, search, signal) => accountHistory(wallet, readSpine, search, signal),
    arrivals: (_chain, hash, want, signal) => readArrivals(wallet, hash, want, signal),
    // No recipient on Bitcoin gives a payout back automatically.
    refundsSince: () => Promise.resolve({ arrivals: [], isWhole: false }),
    takenBetween: () => Promise.resolve(0n),
    paymentsSince: (_chain, search, signal) => readPaymentsSince(wallet, readSpine, search, signal),
    slotsTaken: async (chain, _account, signal) => (await spine(chain, signal)).confirmed,
    async slotsConfirmed(chain, _account, signal) {
      const { tip, entries } = await spine(chain, signal);
      const deep = tip.height - wallet.confirmations + 1;
      return entries.filter(({ block }) => block !== null && block.height <= deep).length;
    },
    async queue(chain, _account, signal) {
      assertOurs(chain);
      return queueOf(wallet, readSpine, signal);
    },
    balances: async (chain, books, signal) => balancesOf(wallet, books, await purse(chain, signal)),
    async holdings(chain, books, at, signal) {
      assertOurs(chain);
      return readHoldings(wallet, readPurse, { books, at }, signal);
    },
    close: () => Promise.resolve(),
  };
}

async function damagedWallets(
  { settings: { nodes } }: FloatWallet,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = await Promise.all(
    nodes.map(async (node, number) => {
      // The readings report a node that does not answer.
      const names = await node.damagedWallets(signal).catch(() => []);
      return names.map(
        (name) =>
          `bitcoin node ${number} cannot load its wallet ${name}: another one watches its addresses once it has read the blocks for them, and nothing is lost; move its folder away from the data of that node`,
      );
    }),
  );
  return found.flat();
}

function paymentsText(tx: Parameters<typeof paymentOf>[0]): string {
  const paid = Array.isArray(tx['outputs']) ? bitcoinTx(tx).outputs : [paymentOf(tx)];
  return paid.map((one) => (one === null ? '' : `${one.to}=${one.units}`)).join();
}

/** The fee market. All callers share one reading, made at most once a second. */
function keptMarket(wallet: FloatWallet): (signal: AbortSignal) => Promise<Market> {
  const kept = keptFor<Market>(marketMaxAgeMs, wallet.settings.clock);
  const never = new AbortController().signal;
  return (signal) => whileWanted(() => kept('now', () => readMarket(wallet, never)), signal);
}
