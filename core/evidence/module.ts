import { defineModule, type Duty, RelayError } from '@interline/kernel';
import type {
  AddressProofs,
  Clock,
  CustodyPort,
  Entropy,
  LiabilityTrees,
  Log,
  ReceiptSigner,
  RowSealer,
  TransparencyLogPort,
} from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import type { ReadRoute } from '../transfer/index.ts';
import { deliverReceipt } from './deliver-receipt.ts';
import { issueReceipt } from './issue-receipt.ts';
import { signCard } from './sign-card.ts';
import { signPlan } from './sign-plan.ts';
import { publishReport, readReport, type ReportParts } from './publish-report.ts';
import { publishReserves } from './publish-reserves.ts';
import { readLog } from './read-log.ts';
import { readReceipt } from './read-receipt.ts';
import { readReserves } from './read-reserves.ts';
import { proveReceipt } from './prove-receipt.ts';
import { keepReceiptLog, planNewReceiptLog, receiptLog, tickMs } from './receipt-log.ts';
import type { EvidenceStore, VerifyStore } from './repository.ts';
import { keepReceiptKey, opensLastKey, receiptKeys } from './signing-key.ts';
import { verifyReceipt } from './verify-receipt.ts';

/** The settings of a deployment for evidence. */
export interface EvidencePolicy {
  readonly enabled: boolean;
}

export interface Ports {
  readonly store: EvidenceStore & VerifyStore;
  readonly clock: Clock;
  readonly sureTime: { readonly now: ReadSureTime };
  readonly entropy: Entropy;
  readonly rowSealer: RowSealer;
  readonly receiptSigner: ReceiptSigner;
  readonly liabilityTrees: LiabilityTrees;
  readonly transparencyLog: TransparencyLogPort;
  readonly custody: CustodyPort;
  readonly addressProofs: AddressProofs;
  readonly lifetime: AbortSignal;
  readonly log: Log;
  readonly transfer: { readonly readRoute: ReadRoute };
  readonly books: ReportParts['books'];
  readonly messaging: { assertEnabled(): void };
  readonly deployment: { readonly evidence: EvidencePolicy };
}

export const evidence = defineModule({
  needs: [
    'store',
    'clock',
    'sureTime',
    'entropy',
    'rowSealer',
    'receiptSigner',
    'liabilityTrees',
    'transparencyLog',
    'custody',
    'addressProofs',
    'lifetime',
    'log',
    'transfer',
    'books',
    'messaging',
    'deployment',
  ],
  create: ({ transfer, messaging, deployment, ...parts }: Ports) => {
    const { enabled } = deployment.evidence;
    const keys = receiptKeys(parts);
    const issue = issueReceipt({ ...parts, reads: parts.store.reads.evidence });
    const read = readReceipt({ ...parts, ...transfer, issue });
    const log = readLog(parts);
    const duties: readonly Duty[] = [
      { name: 'receipt-keys', everyMs: 60_000, run: keepReceiptKey(parts) },
      { name: 'receipt-log', everyMs: tickMs, run: keepReceiptLog(parts) },
      // Once a day, but checked often, so that a service that starts late or fails once catches up soon.
      { name: 'reserves', everyMs: 600_000, run: publishReserves(parts) },
      { name: 'daily-report', everyMs: 600_000, run: publishReport(parts) },
    ];
    const assertEnabled = (): void => {
      if (!enabled) throw new RelayError('EVIDENCE_DISABLED');
    };
    return {
      isEnabled: enabled,
      /** Throws `EVIDENCE_DISABLED` where the deployment signs no receipts. */
      assertEnabled,
      /** Throws `MESSAGING_DISABLED` too, where it has no messages to deliver them as. */
      assertDelivers(): void {
        assertEnabled();
        messaging.assertEnabled();
      },
      readReceipt: read,
      proveReceipt: proveReceipt({ read, log }),
      /** What any caller may read of the log. */
      log,
      /** What was held and owed, day by day. */
      ...readReserves({ ...parts, log }),
      readReport: readReport(parts),
      /** The name and key by which a witness knows that log. Throws `STORE_DOWN`. */
      logKey: async () => parts.transparencyLog.logKeyOf(await receiptLog(parts)),
      /** How the log goes on after entries were lost. Throws what `planNewLog` throws. */
      planNewLog: () => planNewReceiptLog(parts),
      /** Null where the deployment signs nothing. */
      signPlan: signPlan({ ...parts, isEnabled: enabled }),
      /** Null where the deployment signs nothing. Throws `STORE_DOWN`. */
      signCard: signCard({
        ...parts,
        reads: parts.store.reads.evidence,
        keys,
        isEnabled: enabled,
      }),
      deliverReceipt: deliverReceipt({ ...parts, readReceipt: read }),
      verifyReceipt: verifyReceipt(parts),
      receiptKeys: keys,
      /** Why no receipt is signed at present, a clause each. Throws `STORE_DOWN`. */
      async signingAlarms(): Promise<readonly string[]> {
        if (!enabled || (await opensLastKey(parts.store.reads.evidence, parts.receiptSigner)))
          return [];
        return [
          'routes end without their receipts: the privacy secret of this process does not open the key that signs them',
        ];
      },
      duties: enabled ? duties : [],
    };
  },
});
