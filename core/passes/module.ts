import { defineModule, type Duty, RelayError } from '@interline/kernel';
import type {
  Clock,
  Log,
  TransparencyLogPort,
  RateLimiter,
  TokenIssuerPort,
} from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import { openLogs } from '../transparency/index.ts';
import { badPasses } from './bad-passes.ts';
import { describePasses, publishStats } from './describe-passes.ts';
import { keepRing, ringOf } from './keep-ring.ts';
import { advanceMint } from './mint/advance-mint.ts';
import { describeMint } from './mint/describe-mint.ts';
import { lookAtWitnesses } from './mint/look-at-witnesses.ts';
import type { PassStore } from './repository.ts';
import { signTrial } from './sign-trial.ts';
import { spendPass, verifyPass } from './spend-pass.ts';

/** A deployment's settings for passes. */
export interface PassPolicy {
  readonly enabled: boolean;
}

export interface Ports {
  readonly store: PassStore;
  readonly issuer: TokenIssuerPort;
  readonly transparencyLog: TransparencyLogPort;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly sureTime: { readonly now: ReadSureTime };
  readonly log: Log;
  readonly deployment: {
    readonly passes: PassPolicy;
    readonly limits: { readonly scale: number };
  };
}

export const passes = defineModule({
  needs: [
    'store',
    'issuer',
    'transparencyLog',
    'rateLimiter',
    'clock',
    'sureTime',
    'log',
    'deployment',
  ],
  create: ({
    store,
    issuer,
    transparencyLog,
    rateLimiter,
    clock,
    log,
    deployment,
    ...own
  }: Ports) => {
    const sureTime = own.sureTime.now;
    const advance = advanceMint({ store, issuer, transparencyLog, sureTime, log });
    const ring = ringOf({ store, log, advance });
    const parts = { store, issuer, transparencyLog, clock, ring };
    const { enabled } = deployment.passes;
    const duties: readonly Duty[] = [
      { name: 'pass-ring', everyMs: 60_000, run: keepRing({ store, sureTime, advance }) },
      { name: 'pass-stats', everyMs: 60_000, run: publishStats({ store, sureTime }) },
    ];
    return {
      isEnabled: enabled,
      /** Throws `PLUS_DISABLED` if the deployment has no passes. */
      assertEnabled(): void {
        if (!enabled) throw new RelayError('PLUS_DISABLED');
      },
      describePasses: describePasses(parts),
      describeMint: describeMint(parts),
      lookAtWitnesses: lookAtWitnesses(parts),
      /** The key by which a witness identifies the log. Throws `STORE_DOWN`. */
      mintLogKey: async () => transparencyLog.logKeyOf(await openLogs(parts)),
      signTrial: signTrial(parts),
      verifyPass: verifyPass(parts),
      spendPass: spendPass(parts),
      /** The signing keys, for other modules that sign with them. Throws `STORE_DOWN`. */
      ring,
      badPasses: badPasses(rateLimiter, clock, deployment.limits.scale),
      duties: enabled ? duties : [],
    };
  },
});
