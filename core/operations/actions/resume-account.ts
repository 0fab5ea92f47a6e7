import { type AccountRole, type ChainRef, chainToWire } from '@interline/kernel';
import { type AccountState, accountState } from '../list-accounts.ts';
import { operatorAction } from '../operator-action.ts';
import { examineAccount, letRun, type ResumePorts } from '../resume-account.ts';

/**
 * Brings a stopped account forward to the chain's next slot and lets it run. Throws `WRONG_STATE`
 * if it is not stopped, the chain is still behind the store, or the RPC nodes disagree; and
 * `CHAIN_UNREACHABLE`.
 */
export function resumeStopped(ports: ResumePorts) {
  return operatorAction({
    name: 'resume-account',
    targetOf: ({ chain, role }: { readonly chain: ChainRef; readonly role: AccountRole }) =>
      `account ${role} on ${chainToWire(chain)}`,
    async plan({ chain, role }, signal) {
      const resumption = await examineAccount(ports, chain, role, signal);
      const state = await accountState(ports, chain, role, signal);
      return {
        resumption,
        state,
        before: { nextSlot: state.nextSlot, stopped: state.stopped },
        after: { nextSlot: resumption.queue.pending, stopped: null },
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { resumption, state }) {
        await letRun(ports, tx, resumption);
        const nextSlot = resumption.queue.pending;
        const result: AccountState = { ...state, nextSlot, stopped: null };
        return { result };
      },
    },
  });
}
