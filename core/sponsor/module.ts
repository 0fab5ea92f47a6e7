import { defineModule, type Duty, RelayError } from '@interline/kernel';
import type { TransactionPorts } from '../transactions/index.ts';
import { Bundler } from './bundler.ts';
import { describeChains } from './describe-chains.ts';
import { executeCall } from './execute-call.ts';
import type { SponsorPolicy, SponsorPorts } from './ports.ts';
import { prepareCall } from './prepare-call.ts';
import { readOwnCalls } from './own-calls.ts';
import { readCall } from './read-call.ts';
import { revokeDelegation } from './revoke-delegation.ts';
import { retryAlone } from './retry-alone.ts';
import { settleBundles } from './settle-bundles.ts';

export interface Ports extends Omit<SponsorPorts, 'transactions' | 'policy'> {
  readonly transactions: { readonly ports: TransactionPorts };
  readonly deployment: { readonly sponsor: SponsorPolicy };
}

export const sponsor = defineModule({
  needs: [
    'store',
    'sponsored',
    'transactions',
    'price',
    'tokens',
    'clock',
    'entropy',
    'log',
    'lifetime',
    'deployment',
  ],
  create({ transactions, deployment, ...given }: Ports) {
    const ports: SponsorPorts = {
      ...given,
      policy: transactions.ports.policy,
      transactions: { ...transactions.ports, store: given.store },
    };
    // Accepted calls are taken to their end, even where sponsoring is turned off.
    const duties: readonly Duty[] = [
      { name: 'settle-sponsored', everyMs: 1_000, run: settleBundles(ports) },
      { name: 'retry-sponsored', everyMs: 2_000, run: retryAlone(ports) },
    ];
    return {
      /** Throws `SPONSOR_DISABLED` where this deployment sponsors no calls. */
      assertEnabled(): void {
        if (!deployment.sponsor.enabled) throw new RelayError('SPONSOR_DISABLED');
      },
      describeChains: describeChains(ports),
      prepareCall: prepareCall(ports),
      executeCall: executeCall(ports, new Bundler(ports)),
      readCall: readCall(ports),
      readOwnCalls: readOwnCalls(ports),
      revokeDelegation: revokeDelegation(ports),
      duties,
    };
  },
});
