import type { UseCases } from '@interline/core';
import { entryBytes, type KeptReceipt } from '@interline/core/evidence';
import type { SpendPass } from '@interline/core/passes';
import { chainRef, RelayError } from '@interline/kernel';
import { sampleRoute } from './sample-route.ts';

const samplePublicKey = {
  seq: 1,
  kid: '0aWsmgFfrC73s0FnNjVRKhUR9B_jfREbJn8DnuxdT1g',
  x: 'sXch_O2-Sf9ZbSBrYwRzlw',
  notBeforeMs: 1_799_000_000_000,
  notAfterMs: 1_806_776_000_000,
};

const sampleReceipt: KeptReceipt = {
  routeId: sampleRoute().id,
  number: 1,
  jws: 'e30.e30.c2ln',
  salt: '07'.repeat(32),
  endedAtMs: 1_800_000_000_000,
  isSandbox: false,
  place: null,
};

const sampleLog = 'relay.example/plus-mint/receipts';
const sampleKey = `${sampleLog}+53a19fe3+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`;
const sampleHash = Buffer.alloc(32, 9).toString('base64');
const sampleCheckpoint = `${sampleLog}\n4\n${sampleHash}\n\n— ${sampleLog} ${Buffer.alloc(68, 9).toString('base64')}\n`;

/** Knows one route that ended, and one receipt that is good. */
export function fakeEvidence(spendPass: SpendPass): UseCases['evidence'] {
  const known = (routeId: string): void => {
    if (routeId !== sampleRoute().id) throw new RelayError('UNKNOWN_ROUTE');
  };
  return {
    isEnabled: true,
    signPlan: async () => null,
    signCard: async () => ({ protected: 'e30', signature: 'c2ln' }),
    assertEnabled: () => undefined,
    assertDelivers: () => undefined,
    async readReceipt(routeId) {
      known(routeId);
      return sampleReceipt;
    },
    async proveReceipt(routeId) {
      known(routeId);
      return { ...sampleReceipt, proof: null, pendingUntilMs: 1_800_000_600_000 };
    },
    log: {
      checkpoint: async () => sampleCheckpoint,
      async tile(level, place, width) {
        if (level > 0 || place > 0 || width > 4) throw new RelayError('NOT_FOUND');
        return Buffer.alloc(4 * 32, 9).toString('base64');
      },
      async tileEntries(place, width) {
        if (place > 0 || width > 4) throw new RelayError('NOT_FOUND');
        return Array.from({ length: width }, () =>
          entryBytes({ kind: 'receipt', hash: '08'.repeat(32) }),
        );
      },
      async consistency(_from, to) {
        if (to > 4) throw new RelayError('LOG_BEHIND');
        return [sampleHash];
      },
      async inclusion(leaf) {
        if (leaf !== '00'.repeat(32)) throw new RelayError('UNKNOWN_RECORD', { field: 'leaf' });
        return { index: 2, size: 4, proof: [sampleHash, sampleHash] };
      },
      proofOf: async () => null,
      keys: async () => ({ origin: sampleLog, vkey: sampleKey, quorum: 0, witnesses: [] }),
    },
    async reserves(epoch) {
      if (epoch !== null && epoch !== '2026-11-23')
        throw new RelayError('UNKNOWN_RECORD', { field: 'epoch' });
      const pending = { index: null, proof: null, pendingUntilMs: 1_800_000_600_000 };
      return { epoch: '2026-11-23', jws: sampleReceipt.jws, ...pending };
    },
    async readReport(day) {
      if (day !== '2026-11-23') throw new RelayError('UNKNOWN_RECORD', { field: 'day' });
      return {
        day,
        outcomes: [{ outcome: 'delivered', routes: 12 }],
        lanes: [{ from: 'eip155', to: 'eip155', routes: 12, p50Seconds: 2, p95Seconds: 4 }],
        refunds: { routes: 0, p50Seconds: null, held: null },
        money: { volumeMicroUsd: 1_200_000n, feesMicroUsd: 960n, gasMicroUsd: 120n },
        logSize: 64,
        mergeDelayMaxMinutes: 1,
        incidents: {
          pauses: [{ scope: 'chain:8453', state: 'paused', minutes: 30 }],
          restarts: 0,
          endsTakenBack: null,
        },
      };
    },
    async liability(routeId) {
      if (routeId !== sampleRoute().id) throw new RelayError('UNKNOWN_RECORD', { field: 'id' });
      return {
        epoch: '2026-11-23',
        routeId,
        chain: chainRef('eip155:8453'),
        token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        units: 1_000_001n,
        salt: '07'.repeat(32),
        place: 0,
        path: [{ hash: '08'.repeat(32), units: 0n }],
      };
    },
    logKey: async () => sampleKey,
    planNewLog: () => Promise.reject(new RelayError('WRONG_STATE')),
    async deliverReceipt({ routeId }, pass) {
      known(routeId);
      await spendPass(pass);
      return { id: 'msg_00000000000000000000000000000000', bucket: 1_234 };
    },
    async verifyReceipt({ jws }) {
      const ok = jws === sampleReceipt.jws;
      return {
        valid: ok,
        checks: [{ name: 'signature', ok, detail: ok ? 'good' : 'not ours' }],
        chain: ok
          ? [{ chain: chainRef('eip155:8453'), tx: '0x1', seen: true, amountSeen: 1_000_001n }]
          : [],
      };
    },
    receiptKeys: async () => [samplePublicKey],
    signingAlarms: async () => [],
    duties: [],
  };
}
