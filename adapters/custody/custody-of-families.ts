import type { ChainRef } from '@interline/kernel';
import type { ChainReader, ChainTime, CustodyPort, FamilyCustody } from '@interline/ports';

/**
 * Combines the custody of several families: each call goes to the family that has the chain. EVM
 * takes unknown chains and everything about permits. Only EVM keys are rotated.
 */
export function custodyOfFamilies(evm: CustodyPort, others: readonly FamilyCustody[]): CustodyPort {
  const all = [evm, ...others];
  const of = (chain: ChainRef): FamilyCustody =>
    others.find(({ chains }) => chains.includes(chain)) ?? evm;
  return {
    digestOf: (...asked) => evm.digestOf(...asked),
    verifyPermit: (...asked) => evm.verifyPermit(...asked),
    isSignedByOwner: (...asked) => evm.isSignedByOwner(...asked),
    payerState: (...asked) => evm.payerState(...asked),
    permitWord: (...asked) => evm.permitWord(...asked),
    batchExecutor: evm.batchExecutor,
    fateOf: (...asked) => evm.fateOf(...asked),

    chains: all.flatMap(({ chains }) => chains),
    former: evm.former,
    roles: (chain) => of(chain).roles(chain),
    account: (chain, role) => of(chain).account(chain, role),
    fundingAddress: (chain) => of(chain).fundingAddress(chain),
    usualGas: (chain, role) => of(chain).usualGas(chain, role),
    roleOf: (account) =>
      all.map((one) => one.roleOf(account)).find((role) => role !== null) ?? null,
    hasCode: (chain, ...rest) => of(chain).hasCode(chain, ...rest),
    prepare: (request, ...rest) =>
      of(request.kind === 'pull' ? request.permit.chain : request.chain).prepare(request, ...rest),
    groupsAtMost: (chain) => of(chain).groupsAtMost(chain),
    mergesTransactions: (chain, role) => of(chain).mergesTransactions(chain, role),
    prepareAccount: (chain, ...rest) => of(chain).prepareAccount(chain, ...rest),
    prepareMerged: (chain, ...rest) => of(chain).prepareMerged(chain, ...rest),
    seal: (content, prepared, ...rest) => of(prepared.chain).seal(content, prepared, ...rest),
    sign: (signed, signal) => of(signed.chain).sign(signed, signal),
    bump: (last, ...rest) => of(last.chain).bump(last, ...rest),
    isSpoilt: async (last, signal) => (await of(last.chain).isSpoilt?.(last, signal)) ?? false,
    doesSame: (chain, ...forms) => of(chain).doesSame(chain, ...forms),
    async broadcast(signed) {
      const outcomes = await Promise.all(
        [...Map.groupBy(signed.entries(), ([, { chain }]) => of(chain))].map(
          async ([family, entries]) => {
            const answers = await family.broadcast(entries.map(([, one]) => one));
            return entries.map(([index], at) => [index, answers[at] ?? 'unknown'] as const);
          },
        ),
      );
      const byIndex = new Map(outcomes.flat());
      return signed.map((_, index) => byIndex.get(index) ?? 'unknown');
    },
    observe: (chain, ...rest) => of(chain).observe(chain, ...rest),
    headWith: async (chain, ...rest) => (await of(chain).headWith?.(chain, ...rest)) ?? null,
    shownAlike: (chain, ...rest) => of(chain).shownAlike(chain, ...rest),
    consumerOf: (watched, ...rest) => of(watched.transaction.chain).consumerOf(watched, ...rest),
    accountHistory: (chain, ...rest) => of(chain).accountHistory(chain, ...rest),
    arrivals: (chain, ...rest) => of(chain).arrivals(chain, ...rest),
    refundsSince: (chain, ...rest) => of(chain).refundsSince(chain, ...rest),
    takenBetween: (chain, ...rest) => of(chain).takenBetween(chain, ...rest),
    paymentsSince: (chain, ...rest) => of(chain).paymentsSince(chain, ...rest),
    slotsTaken: (chain, ...rest) => of(chain).slotsTaken(chain, ...rest),
    slotsConfirmed: (chain, ...rest) => of(chain).slotsConfirmed(chain, ...rest),
    queue: (chain, ...rest) => of(chain).queue(chain, ...rest),
    balances: (chain, ...rest) => of(chain).balances(chain, ...rest),
    holdings: (chain, ...rest) => of(chain).holdings(chain, ...rest),
  };
}

/** Combines the families' readers in the same way. */
export function readerOfFamilies(
  evm: ChainReader & ChainTime,
  others: ReadonlyMap<ChainRef, ChainReader & ChainTime>,
): ChainReader & ChainTime {
  const of = (chain: ChainRef): ChainReader & ChainTime => others.get(chain) ?? evm;
  return {
    call: (chain, ...rest) => of(chain).call(chain, ...rest),
    gasCost: (chain, ...rest) => of(chain).gasCost(chain, ...rest),
    headTimeMs: (chain, ...rest) => of(chain).headTimeMs(chain, ...rest),
    isUp: (chain) => of(chain).isUp(chain),
  };
}
