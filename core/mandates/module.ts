import { defineModule, type Duty, type TokenList } from '@interline/kernel';
import type {
  Clock,
  CustodyPort,
  Entropy,
  Log,
  PricePort,
  ReceiptSigner,
  SdJwts,
} from '@interline/ports';
import type { ExecuteForAgent } from '../agents/index.ts';
import { signClaims } from '../evidence/index.ts';
import type { ReadSureTime } from '../sure-time/index.ts';
import type { Policy } from '../switches/index.ts';
import { issueChallenge } from './issue-challenge.ts';
import { evaluateTransfer } from './evaluate-transfer.ts';
import { ownMandates } from './own-mandates.ts';
import { payUnderMandate } from './pay-under-mandate.ts';
import type { MandateStore } from './repository.ts';
import { signRefusals } from './sign-refusals.ts';
import { tellExpiries } from './tell-owner.ts';
import { verdictType } from './verdict-claims.ts';

export interface Ports {
  readonly store: MandateStore;
  readonly sdJwts: SdJwts;
  readonly custody: CustodyPort;
  readonly price: PricePort;
  readonly tokens: TokenList;
  readonly clock: Clock;
  readonly sureTime: { readonly now: ReadSureTime };
  readonly entropy: Entropy;
  readonly hashSecret: (secret: string) => string;
  readonly receiptSigner: ReceiptSigner;
  readonly log: Log;
  readonly agents: { readonly executeForAgent: ExecuteForAgent };
  readonly transactions: { readonly ports: { readonly policy: Policy } };
  /** Our own origin comes first: presentations are bound to it. */
  readonly deployment: {
    readonly agents: { readonly origins: readonly string[] };
    readonly evidence: { readonly enabled: boolean };
  };
}

export const mandates = defineModule({
  needs: [
    'store',
    'sdJwts',
    'custody',
    'price',
    'tokens',
    'clock',
    'sureTime',
    'entropy',
    'hashSecret',
    'receiptSigner',
    'log',
    'agents',
    'transactions',
    'deployment',
  ],
  create: ({ transactions, deployment, sureTime, ...parts }: Ports) => {
    const [audience = ''] = deployment.agents.origins;
    const { store, clock } = parts;
    const sign = deployment.evidence.enabled
      ? signClaims(parts, { type: verdictType, what: 'verdict' })
      : null;
    const ports = {
      ...parts,
      audience,
      policy: transactions.ports.policy,
      signRefusals: signRefusals({ ...parts, sign }),
    };
    const duties: readonly Duty[] = [
      {
        name: 'mandate-expiries',
        everyMs: 60_000,
        run: tellExpiries({ store, clock, sureTime: sureTime.now }),
      },
    ];
    return {
      duties,
      own: ownMandates(ports),
      issueChallenge: issueChallenge(ports),
      payUnderMandate: payUnderMandate(ports),
      evaluateTransfer: evaluateTransfer(ports),
    };
  },
});
