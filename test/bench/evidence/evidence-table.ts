import type { EvidenceFound } from './measure-evidence.ts';

export function evidenceTable(found: EvidenceFound): string {
  const { entries, endsPerSec, proveMs, checkMs } = found;
  const rows: readonly (readonly [string, string])[] = [
    ['receipts signed a second, one core', whole(found.signedPerSec)],
    ['units that end a route a second, without receipts', whole(endsPerSec.without)],
    [
      'the same with them',
      `${whole(endsPerSec.with)} (${(endsPerSec.with / endsPerSec.without).toFixed(2)})`,
    ],
    [`entries grown a second, up to ${whole(entries)}`, whole(found.grownPerSec)],
    ['bytes of a receipt', whole(found.receiptBytes)],
    [`bytes of a proof at ${whole(entries)} entries, no witness`, whole(found.proofBytes)],
    ['to make one, ms, p50 and p99', `${proveMs.p50.toFixed(2)}, ${proveMs.p99.toFixed(2)}`],
    [
      'to check receipt and proof, ms, p50 and p99',
      `${checkMs.p50.toFixed(2)}, ${checkMs.p99.toFixed(2)}`,
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, figure]) => `${name.padEnd(width)}  ${figure}`).join('\n');
}

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}
