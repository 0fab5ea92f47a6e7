import {
  type AccountRole,
  type ChainRef,
  type SignedTransaction,
  evmAddress,
  type Address,
  type EvmAddress,
  accountRoles,
  RelayError,
} from '@interline/kernel';
import type {
  ChainNodes,
  ChainReader,
  ChainTime,
  Clock,
  CustodyPort,
  PaymentAddressPort,
  AuthorizedTransferPort,
  AddressProofs,
  NftHoldings,
  SponsoredCallPort,
  TransactionRequest,
  Prepared,
} from '@interline/ports';
import { type CodeRunner, evmChainReader, readableChain } from './chain-reader.ts';
import { batchExecutorAddress } from './abi/batch-executor.ts';
import { digestOf } from './signing/digest-of.ts';
import { examineNodes, type NodeReport } from './examine-nodes.ts';
import { type Accounts, type EvmChain, openChain } from './evm-chain.ts';
import { checkSettings, type EvmCustodySettings, type KeySet } from './evm-custody-settings.ts';
import { evmPaymentAddresses } from './payment-addresses/payment-addresses.ts';
import { isSignedByOwner } from './permit/owner-signature.ts';
import { verifyPermit } from './permit/verify-permit.ts';
import { bumpedFees, marketUnder, most } from './prepare/market.ts';
import { prepareMulticall } from './prepare/prepare-multicall.ts';
import { prepareDelegation } from './prepare/prepare-delegation.ts';
import { prepare, prepareConfirmed } from './prepare/prepare.ts';
import { codeOf, nonceBitmapOf, nonceOf } from './rpc/state-calls.ts';
import { broadcast } from './send/broadcast.ts';
import { nftHoldings } from './nft/nft-holdings.ts';
import { addressProofs } from './signing/address-proofs.ts';
import { authorizedTransfers } from './authorized/authorized-transfers.ts';
import { sponsoredCalls } from './sponsored/sponsored-calls.ts';
import { remotelySigned, sealed } from './signing/seal.ts';
import { accountHistory } from './watch/account-history.ts';
import type { Signer } from './signing/signers.ts';
import { confirmRefusal, type ReadableNodes } from './rpc/confirm-refusal.ts';
import { readArrivals } from './watch/arrivals.ts';
import { readBalances, readHoldings, readPayerState } from './watch/balances.ts';
import { readAllNonces, readConfirmedNonce, readNonces } from './watch/nonces.ts';
import { shownAlike } from './watch/cross-check.ts';
import { observe } from './watch/observe.ts';
import { readPaymentsSince, readRefundsSince, readTakenBetween } from './watch/search-transfers.ts';
import { permitFate } from './watch/permit-fate.ts';
import { slotConsumer } from './watch/slot-consumer.ts';
import { evmTx } from './evm-tx-fields.ts';

export interface EvmCustody extends CustodyPort {
  /** The same on every chain. */
  readonly evmAccounts: { readonly spender: EvmAddress; readonly float: EvmAddress };
  readonly former: readonly EvmCustody[];
  readonly chainReader: ChainReader & ChainTime & CodeRunner;
  readonly payments: PaymentAddressPort;
  readonly sponsored: SponsoredCallPort;
  readonly authorized: AuthorizedTransferPort;
  readonly nftHoldings: NftHoldings;
  readonly addressProofs: AddressProofs;
  /** As the last readings found them; asks no node. */
  readonly nodesOf: ChainNodes;
  /** Asks every RPC node of every chain. Never rejects. */
  doctor(signal: AbortSignal): Promise<readonly NodeReport[]>;
  /** Fails requests in flight, so call it last. */
  close(): Promise<void>;
}

/** Typical gas of a pull and of a payout. */
const usualGas = { spender: 300_000n, float: 150_000n } as const;
const never = new AbortController().signal;

/** The gas of 40 groups is far below any block limit. */
const groupsAtMost = 40;

/**
 * Custody of all EVM chains with one spender and one float account. Makes no network call before
 * its first use.
 */
export function evmCustody(settings: EvmCustodySettings): EvmCustody {
  checkSettings(settings);
  const { signers, formerSigners = [], tokens, clock, log } = settings;
  const { onRead = () => undefined, onContradiction = () => undefined } = settings;
  const accounts = accountsOf(signers);
  const chains = new Map(
    settings.chains.map((one) => [
      one.chain,
      openChain(one, { spender: accounts.spender, tokens, clock, log, onRead, onContradiction }),
    ]),
  );
  const shared: Shared = {
    chains,
    clock,
    signing: new Map(),
    keys: new Map(
      [signers, ...formerSigners].flatMap(({ spender, float }) =>
        [spender, float].map((signer) => [signer.address, signer]),
      ),
    ),
  };
  const former = formerSigners.map((keySet) => custodyOf(shared, accountsOf(keySet), []));
  return custodyOf(shared, accounts, former);
}

/** What the custodies of all key sets share. */
interface Shared {
  readonly chains: ReadonlyMap<ChainRef, EvmChain>;
  readonly clock: Clock;
  /** Pending requests to remote signers, by chain and unsigned hash. */
  readonly signing: Map<string, Promise<SignedTransaction>>;
  /** The signers of all key sets, by address. */
  readonly keys: ReadonlyMap<Address, Signer>;
}

function accountsOf({ spender, float }: KeySet): Accounts {
  return { spender: evmAddress(spender.address), float: evmAddress(float.address) };
}

function custodyOf(
  { chains, clock, signing, keys }: Shared,
  accounts: Accounts,
  former: readonly EvmCustody[],
): EvmCustody {
  const ours = [...keys.keys()];
  const mistakes = {
    formerSpenders: former.map((one) => one.evmAccounts.spender),
    chainIds: [...chains.values()].map(({ chainId }) => chainId),
  };
  /** Accounts that enough nodes have shown with the batch executor's code, as `chain/role`. */
  const delegated = new Set<string>();
  const chainOf = (ref: ChainRef): EvmChain => {
    const chain = chains.get(ref);
    if (chain === undefined)
      throw new RelayError('CHAIN_UNREACHABLE', { chain: ref }, `custody has no chain ${ref}`);
    return chain;
  };
  const signerOf = (account: Address): Signer => {
    const signer = keys.get(account);
    if (signer === undefined)
      throw new RelayError('INTERNAL', { account }, 'custody has no key of this account');
    return signer;
  };

  return {
    chains: [...chains.keys()],
    chainReader: evmChainReader(
      new Map([...chains].map(([ref, chain]) => [ref, readableChain(chain, clock)])),
    ),
    evmAccounts: accounts,
    nodesOf: (ref) =>
      (chains.get(ref)?.client.nodes ?? []).map(({ number, isBehind, isResting }) => ({
        number,
        state: isResting ? 'resting' : isBehind ? 'behind' : 'open',
      })),
    payments: evmPaymentAddresses(chains, accounts),
    nftHoldings: nftHoldings(chains),
    addressProofs: addressProofs(keys),
    authorized: authorizedTransfers(chains, accounts.spender, mistakes.formerSpenders),
    sponsored: sponsoredCalls(chains, accounts.spender, ours.map(evmAddress)),
    roles: () => accountRoles,
    account: (_chain, role) => accounts[role],
    fundingAddress: () => accounts.float,
    usualGas: (_chain, role) => usualGas[role],
    roleOf: (account) => accountRoles.find((role) => accounts[role] === account) ?? null,
    former,
    digestOf,

    async verifyPermit(permit, signal, { confirmsRefusal = false, isFresh = false } = {}) {
      const { chainId, costs, client } = chainOf(permit.chain);
      const ask = (nodes: ReadableNodes) =>
        verifyPermit(
          { chainId, costs, client: nodes },
          permit,
          accounts,
          { mistakes, isFresh },
          signal,
        );
      return confirmsRefusal
        ? confirmRefusal(client, {
            ask,
            what: 'alike whether a permit is valid',
            mayBeAccepted: true,
          })
        : ask(client);
    },
    isSignedByOwner: async (permit, signal = never) =>
      isSignedByOwner(chainOf(permit.chain), permit, accounts.spender, signal),
    payerState: async (ref, token, payer, signal, underWay) =>
      readPayerState(chainOf(ref), { token, payer, underWay }, signal),
    async hasCode(ref, account, signal) {
      const [code] = await chainOf(ref).client.read((node) => node.ask([codeOf(account)]), signal);
      return code !== '0x';
    },
    async permitWord(ref, payer, word, signal) {
      const [bits] = await chainOf(ref).client.read(
        (node) => node.ask([nonceBitmapOf(payer, word)]),
        signal,
      );
      return bits;
    },

    batchExecutor: batchExecutorAddress,
    groupsAtMost: () => groupsAtMost,
    mergesTransactions: (ref, role) => delegated.has(`${ref}/${role}`),
    async prepareAccount(ref, role, signal) {
      const chain = chainOf(ref);
      if (!chain.usesMulticalls) return null;
      const at = { chain, accounts, ours, usesMulticalls: false, signal };
      const [missing, { pending }] = await Promise.all([
        prepareDelegation(at, role),
        readNonces(chain, accounts[role], signal),
      ]);
      if (missing !== null) return { ...missing, slotsTaken: pending };
      delegated.add(`${ref}/${role}`);
      return null;
    },
    async prepareMerged(ref, role, groups, signal) {
      const at = { chain: chainOf(ref), accounts, ours, usesMulticalls: true, signal };
      const wasDelegated = delegated.has(`${ref}/${role}`);
      const [missing, { prepared, failed }, { pending }] = await Promise.all([
        prepareDelegation(at, role, { wasDelegated }),
        prepareMulticall(
          at,
          role,
          groups.map((group) => group.map(evmTx)),
        ),
        readNonces(at.chain, accounts[role], signal),
      ]);
      if (missing === null)
        return { prepared: prepared && { ...prepared, slotsTaken: pending }, failed };
      // A multicall to an account without the executor's code succeeds without effect.
      delegated.delete(`${ref}/${role}`);
      return { prepared: null, failed: [...groups.keys()] };
    },
    async prepare(request, signal, { confirmsRefusal = false } = {}) {
      const chain = chainOf(chainIn(request));
      const at = {
        chain,
        accounts,
        ours,
        usesMulticalls: delegated.has(`${chain.ref}/spender`),
        signal,
      };
      const nonces = readNonces(chain, accounts[roleIn(request)], signal);
      const preparing = confirmsRefusal ? prepareConfirmed(at, request) : prepare(at, request);
      const [prepared, { pending }] = await Promise.all([preparing, nonces]);
      if (!prepared.ok) return prepared;
      return {
        ...prepared,
        value: prepared.value.map((one): Prepared => ({ ...one, slotsTaken: pending })),
      };
    },
    seal(content, prepared, nonce, nowMs) {
      return sealed(signerOf(prepared.account), {
        content,
        prepared,
        chainId: chainOf(prepared.chain).chainId,
        nonce,
        nowMs,
      });
    },
    async sign(signedTransaction: SignedTransaction, signal) {
      const signer = signerOf(signedTransaction.account);
      if (signedTransaction.raw !== null || signer.kind === 'local') return signedTransaction;
      // A caller that sends it again meanwhile waits for the same signature: a KMS makes a
      // different one each time.
      const key = `${signedTransaction.chain}/${signedTransaction.hash}`;
      const known = signing.get(key);
      if (known !== undefined) return known;
      const { chainId } = chainOf(signedTransaction.chain);
      const answer = remotelySigned(signer, signedTransaction, chainId, signal).finally(() =>
        signing.delete(key),
      );
      signing.set(key, answer);
      return answer;
    },
    async bump({ chain, tx }, ownFeeRateCap, signal) {
      const at = chainOf(chain);
      const feeRateCap = most(at.costs.feeRateCap, ownFeeRateCap ?? 0n);
      const market = marketUnder(await at.market(signal), at.costs, feeRateCap);
      const fees = bumpedFees(tx, market, feeRateCap);
      if (fees !== null) return { kind: 'dearer', tx: { ...tx, ...fees } };
      const { maxFeeRate: offered } = tx;
      return offered < market.baseFee
        ? { kind: 'capped', offered, needed: market.baseFee + market.tip, feeRateCap }
        : { kind: 'enough', feeRateCap };
    },
    doesSame(_chain, one, other) {
      const [a, b] = [evmTx(one), evmTx(other)];
      return a.to === b.to && a.data === b.data && a.value === b.value;
    },
    broadcast: (signedTransactions) => broadcast(chains, signedTransactions),

    observe: async (ref, watched, signal) => observe(chainOf(ref), watched, signal),
    headWith: async (ref, heights, signal) => {
      const { client, shared } = chainOf(ref);
      return shared.with(client, heights, signal);
    },
    shownAlike: async (ref, mined, signal) => shownAlike(chainOf(ref), mined, signal),
    async consumerOf(watched, search, signal) {
      const { chain, account, slot: nonce } = watched.transaction;
      const own = { account, nonce, hashes: watched.forms.map(({ hash }) => hash) };
      return slotConsumer(chainOf(chain), own, search, signal);
    },
    accountHistory: async (ref, search, signal) => accountHistory(chainOf(ref), search, signal),
    fateOf: async (permit, unspentAt, signal) =>
      permitFate(chainOf(permit.chain), { permit, accounts, unspentAt }, signal),
    arrivals: async (ref, hash, want, signal) =>
      readArrivals(chainOf(ref), hash, { ...want, ours: [...keys.keys()] }, signal),
    refundsSince: async (ref, search, signal) => readRefundsSince(chainOf(ref), search, signal),
    takenBetween: async (ref, search, signal) => readTakenBetween(chainOf(ref), search, signal),
    paymentsSince: async (ref, search, signal) => readPaymentsSince(chainOf(ref), search, signal),
    async slotsTaken(ref, account, signal) {
      const [nonce] = await chainOf(ref).client.read(
        (node) => node.ask([nonceOf(account)]),
        signal,
      );
      return nonce;
    },
    slotsConfirmed: async (ref, account, signal) =>
      readConfirmedNonce(chainOf(ref), account, signal),
    queue: async (ref, account, signal) => readAllNonces(chainOf(ref), account, signal),
    balances: async (ref, books, signal) => readBalances(chainOf(ref), books, signal),
    holdings: async (ref, books, at, signal) => readHoldings(chainOf(ref), books, at, signal),

    doctor: (signal) => examineNodes([...chains.values()], accounts.spender, signal),
    async close() {
      await Promise.all([...chains.values()].map((chain) => chain.close()));
    },
  };
}

function chainIn(request: TransactionRequest): ChainRef {
  return request.kind === 'pull' ? request.permit.chain : request.chain;
}

/** The account whose nonce the request uses. */
function roleIn(request: TransactionRequest): AccountRole {
  return request.kind === 'payout' || request.kind === 'noop' ? request.role : 'spender';
}
