import {
  type Amount,
  defineModule,
  type Duty,
  type RelayError,
  type SignedPermit,
  type TokenList,
} from '@interline/kernel';
import type {
  Clock,
  CustodyPort,
  Entropy,
  Log,
  PricePort,
  ReceiptSigner,
  SdJwts,
} from '@interline/ports';
import { signClaims } from '../evidence/index.ts';
import { isRecorded, type KeyedRequest } from '../idempotency/index.ts';
import type { ReadSureTime } from '../sure-time/index.ts';
import type { Policy } from '../switches/index.ts';
import { admitPayment, judgeAsked, permitUnder } from './admit-payment.ts';
import { askChallenge } from './ask-challenge.ts';
import type { MandateReceipt } from './mandate.ts';
import { ownMandates } from './own-mandates.ts';
import { type Presentation, readPresentation } from './read-presentation.ts';
import type { MandateStore } from './repository.ts';
import { tellExpiries } from './tell-owner.ts';
import { refusedClaims, verdicts, verdictType } from './verdict-claims.ts';

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
    'transactions',
    'deployment',
  ],
  create: ({ transactions, deployment, sureTime, ...parts }: Ports) => {
    const [audience = ''] = deployment.agents.origins;
    const ports = { ...parts, audience, policy: transactions.ports.policy };
    const { store, entropy, sdJwts, clock } = ports;
    const sign = signClaims(ports, { type: verdictType, what: 'verdict' });
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
      askChallenge: askChallenge(ports),
      readPresentation: readPresentation(ports),
      judgeAsked: judgeAsked(ports),
      admitPayment: admitPayment(ports),
      /** The pull of that amount out of the mandate's ceiling. */
      permitUnder: ({ mandate }: Presentation, amount: Amount): SignedPermit =>
        permitUnder(mandate, amount, entropy),
      isRecorded: (request: KeyedRequest | null): Promise<boolean> =>
        isRecorded(store.reads.idempotency, request),
      /** A refusal as a signed verdict; null where it is not a verdict on the mandate, or the deployment signs nothing. */
      async signRefusal(
        presentation: string,
        { code, message }: RelayError,
      ): Promise<string | null> {
        const error = verdicts.get(code);
        if (error === undefined || !deployment.evidence.enabled) return null;
        const { binding, token } = sdJwts.split(presentation);
        const reference = sdJwts.hashOf(binding ?? token);
        const claims = refusedClaims({ reference, error, reason: message }, clock.now());
        return store.run('sign-refusal', (tx) => sign(tx, claims));
      },
      /** The verdict that accepted the route's payment; null for a route without a mandate. */
      async receiptOfRoute(routeId: string): Promise<MandateReceipt | null> {
        const payment = await store.reads.mandates.paymentOfRoute(routeId);
        if (payment === null) return null;
        return store.reads.mandates.verdictOfRoute(payment.mandateId, routeId);
      },
    };
  },
});
