import type { UseCases } from '@interline/core';
import { noUnits, RelayError } from '@interline/kernel';
import { sampleInvoice } from './sample-invoice.ts';
import { sampleMint, samplePassKey } from './sample-pass.ts';
import { baseUsdc } from './sample-tokens.ts';

const sampleLaneKeys = {
  seq: 1,
  document: Buffer.alloc(45).toString('base64'),
  digest: '0'.repeat(64),
  notBeforeMs: 1_799_900_000_000,
  notAfterMs: 1_800_504_800_000,
};

/** Its keys open nothing. */
export const fakePrivateLane: UseCases['privateLane'] = {
  isEnabled: true,
  relays: [],
  assertEnabled: () => undefined,
  currentKeys: async () => sampleLaneKeys,
  describeKeys: async () => ({ keys: sampleLaneKeys, log: null }),
  logKey: async () => sampleMint.logKey,
  async openRequest() {
    throw new RelayError('UNKNOWN_LANE_KEY');
  },
  sizes: { requestBytes: 16_384, responseUnitBytes: 8_192 },
  kems: async () => ['MLKEM768-X25519', 'X25519'],
  quotaLeft: () => 20_000,
  hasLostKeys: async () => false,
  planNewLog: () => Promise.reject(new RelayError('WRONG_STATE')),
  relayStates: async () => [],
  duties: [],
};

/** Takes every pass that is signed with zeros, once. */
export function fakePasses(): UseCases['passes'] {
  const spent = new Set<string>();
  return {
    isEnabled: true,
    assertEnabled: () => undefined,
    describePasses: async () => ({
      keys: [samplePassKey],
      current: samplePassKey,
      stats: { issued: 20, spent: 7 },
      mint: {
        origin: sampleMint.origin,
        head: sampleMint.shown.head,
        refused: 0,
        witnesses: [],
        quorum: 0,
        cosignedAtMs: null,
      },
    }),
    describeMint: async () => sampleMint,
    lookAtWitnesses: async () => ({ named: 0, cosigning: 0 }),
    mintLogKey: async () => sampleMint.logKey,
    ring: async () => [samplePassKey],
    async signTrial({ blinded, count }) {
      await count();
      return {
        signatures: blinded,
        key: samplePassKey,
        remainingToday: 300 - blinded.length,
      };
    },
    async verifyPass({ preparedMessage, signature }) {
      if (signature.some((byte) => byte !== 0)) throw new RelayError('PASS_INVALID');
      return { key: samplePassKey, spendId: Buffer.from(preparedMessage).toString('hex') };
    },
    async spendPass({ spendId }) {
      if (spent.has(spendId)) throw new RelayError('PASS_SPENT');
      spent.add(spendId);
    },
    badPasses: { assertFew: () => undefined, count: async () => undefined },
    duties: [],
  };
}

/** One invoice, which is paid. */
export function fakeInvoices(): UseCases['invoices'] {
  const shown = {
    invoice: sampleInvoice,
    state: 'paid' as const,
    deposit: null,
    refundTx: null,
    held: null,
  };
  return {
    payableAssets: async () => [
      { name: 'usdc-8453' as const, token: baseUsdc, microUsd: 1_000_000n },
    ],
    openInvoice: async ({ bundle, bundles, asset }) => ({
      ...shown,
      invoice: {
        ...sampleInvoice,
        bundle,
        bundles,
        asset,
        received: noUnits,
        credited: noUnits,
        held: noUnits,
        issued: 0,
      },
      state: 'open' as const,
      refundClaim: null,
      toSign: null,
    }),
    async readInvoice(id) {
      if (id !== sampleInvoice.id) throw new RelayError('UNKNOWN_RECORD');
      return shown;
    },
    async payAuthorized({ invoiceId }) {
      if (invoiceId !== sampleInvoice.id) throw new RelayError('UNKNOWN_RECORD');
      return shown;
    },
    async claimPasses({ invoiceId, blinded, count }) {
      await count(invoiceId === sampleInvoice.id ? invoiceId : null);
      return {
        signatures: blinded,
        key: samplePassKey,
        issued: blinded.length,
        remaining: 5_000 - blinded.length,
      };
    },
    planAdoption: async () => ({
      known: null,
      invoice: sampleInvoice,
      unmatched: [],
      holds: noUnits,
      paysFor: 0,
    }),
    addressWords: () => `invoice at ${sampleInvoice.address} on 8453`,
    uriOf: ({ address, amount }) =>
      `ethereum:${baseUsdc.address}@8453/transfer?address=${address}&uint256=${amount}`,
    duties: [],
  };
}
