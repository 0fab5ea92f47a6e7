import { accountRoles, isRelayError } from '@interline/kernel';
import {
  type Account,
  isStoreBehind,
  judgeAccount,
  withEachKeySet,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { stages } from '../route.ts';
import { type AccountForward, bringForward, type ForwardOptions } from './bring-forward.ts';
import { releaseCleared } from './release-cleared.ts';

/**
 * Brings every account forward whose chain is ahead of the store, spenders first, because a payment
 * is assigned only to a route whose pull was seen. Then releases quarantined routes whose evidence
 * is complete. An account whose chain does not respond is left for the next time.
 */
export async function bringAllForward(
  ports: TransferPorts,
  options: ForwardOptions,
  signal: AbortSignal,
): Promise<readonly AccountForward[]> {
  const { store } = ports;
  const { isDryRun = false } = options;
  const behind = (await store.reads.transactions.accounts()).filter(
    ({ stopped }) => isDryRun || isStoreBehind(stopped),
  );
  const forwards: AccountForward[] = [];
  for (const role of accountRoles) {
    for (const own of withEachKeySet(ports)) {
      for (const { chain, account } of behind.filter(
        (one) => own.custody.roleOf(one.account) === role,
      )) {
        if (!signal.aborted && own.custody.chains.includes(chain))
          forwards.push(await tryForward(own, { chain, role, account }, options, signal));
      }
    }
  }
  if (!isDryRun) await releaseCleared(ports, signal);
  return forwards;
}

async function tryForward(
  ports: TransferPorts,
  { chain, role, account }: Account,
  options: ForwardOptions,
  signal: AbortSignal,
): Promise<AccountForward> {
  try {
    return await bringForward(ports, chain, role, options, signal);
  } catch (error) {
    const code = isRelayError(error) ? error.code : 'INTERNAL';
    ports.log.warn('account-not-read', { chain, role, code });
    const reason = 'its chain does not answer now, or the nodes change';
    return { chain, role, account, state: 'waiting', reason, found: [] };
  }
}

/** What `interline recover --from-chain` found and did. */
export interface ChainRecovery {
  readonly accounts: readonly AccountForward[];
  /** Chains whose accounts could not be checked. */
  readonly silent: readonly string[];
  readonly quarantined: number;
}

/** The same for a stopped service: every account is checked first. */
export type RecoverFromChain = (
  options: ForwardOptions,
  signal: AbortSignal,
) => Promise<ChainRecovery>;

export function recoverFromChain(ports: TransferPorts): RecoverFromChain {
  return async (options, signal) => {
    const silent: string[] = [];
    for (const chain of ports.custody.chains) {
      try {
        for (const own of withEachKeySet(ports))
          for (const role of own.custody.roles(chain))
            if (options.isDryRun !== true) await judgeAccount(own, chain, role, signal);
      } catch {
        silent.push(chain);
      }
    }
    const accounts = await bringAllForward(ports, options, signal);
    const left = await ports.store.reads.transfers.routesInStages([stages.quarantined], 100_000);
    return { accounts, silent, quarantined: left.length };
  };
}
