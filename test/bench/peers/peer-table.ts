import { columns } from '../load/columns.ts';
import type { PeerFigures, PeerRatios } from './peer-summary.ts';

/** What a reader has to know before comparing. */
export const differences = [
  'Interline moves money between two chains: a pull by Permit2 on one, a payout by transfer on the other, the second after the first is confirmed. x402 makes one transfer by EIP-3009 on one chain.',
  'Interline has each signed transaction on disk (fsync) before it is sent, writes double-entry books, and finishes after a kill -9 what it began. x402 keeps what it sent in memory.',
  'A client of x402 waits for one answer; one of Interline is answered when the order is durable and asks for the status until DONE, which costs Interline CPU that x402 does not spend.',
  'x402 is asked to settle only: in its own protocol the seller asks it to verify first, once more of the same reading. viem looks for receipts every 50 ms here; its own default is seldomer.',
];

/** What a person reads. */
export function peerTable(
  figures: readonly PeerFigures[],
  ratios: readonly PeerRatios[],
  versions: string,
): string {
  return [
    `Settles through HTTP on the same local chains, in turns, medians of the rounds; ${versions}`,
    columns([
      [
        'peer',
        'clients',
        'settles',
        'failed',
        'settles/s',
        'transactions/s',
        'p50 ms',
        'p99',
        'CPU ms a transaction',
        'chains',
        'clients',
      ],
      ...figures.map((one) => [
        one.peer,
        String(one.concurrency),
        String(one.settles),
        String(one.failed),
        one.settlesPerSec.toFixed(1),
        one.transactionsPerSec.toFixed(1),
        one.p50Ms.toFixed(0),
        one.p99Ms.toFixed(0),
        ...[one.cpuMs?.service, one.cpuMs?.chains, one.cpuMs?.load].map(
          (ms) => ms?.toFixed(2) ?? '-',
        ),
      ]),
    ]),
    ratios
      .map(
        ({ concurrency, transactionsPerSec, settlesPerSec, cpuOfTransaction }) =>
          `with ${concurrency} clients, Interline beside x402 with nonces counted: ${transactionsPerSec.toFixed(2)} of its transactions/s, ${settlesPerSec.toFixed(2)} of its settles/s, ${cpuOfTransaction?.toFixed(2) ?? '-'} of its CPU a transaction`,
      )
      .join('\n'),
    ...figures.flatMap(({ peer, concurrency, failures }) =>
      failures.map((failure) => `${peer}, ${concurrency} clients, failed: ${failure}`),
    ),
    ['What the two do differently:', ...differences.map((text) => `- ${text}`)].join('\n'),
  ].join('\n\n');
}
