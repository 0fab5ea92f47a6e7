import { defineModule, type Duty, RelayError } from '@interline/kernel';
import type { Clock, RateLimiter, TokenIssuerPort } from '@interline/ports';
import { badPasses } from './bad-passes.ts';
import { describePasses, publishStats } from './describe-passes.ts';
import { keepRing } from './keep-ring.ts';
import type { PassStore } from './repository.ts';
import { signTrial } from './sign-trial.ts';
import { spendPass, verifyPass } from './spend-pass.ts';

/** What a deployment sets of its passes. */
export interface PassPolicy {
  readonly enabled: boolean;
}

export interface Ports {
  readonly store: PassStore;
  readonly issuer: TokenIssuerPort;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly deployment: {
    readonly passes: PassPolicy;
    readonly limits: { readonly scale: number };
  };
}

export const passes = defineModule({
  needs: ['store', 'issuer', 'rateLimiter', 'clock', 'deployment'],
  create: ({ store, issuer, rateLimiter, clock, deployment }: Ports) => {
    const parts = { store, issuer, clock };
    const { enabled } = deployment.passes;
    const duties: readonly Duty[] = [
      { name: 'pass-ring', everyMs: 3_600_000, run: keepRing(parts) },
      { name: 'pass-stats', everyMs: 60_000, run: publishStats(parts) },
    ];
    return {
      isEnabled: enabled,
      /** Throws `PLUS_DISABLED` where the deployment has no passes. */
      assertEnabled(): void {
        if (!enabled) throw new RelayError('PLUS_DISABLED');
      },
      describePasses: describePasses(parts),
      signTrial: signTrial(parts),
      verifyPass: verifyPass(parts),
      spendPass: spendPass(parts),
      badPasses: badPasses(rateLimiter, clock, deployment.limits.scale),
      duties: enabled ? duties : [],
    };
  },
});
