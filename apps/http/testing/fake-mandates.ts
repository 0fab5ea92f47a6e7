import type { UseCases } from '@interline/core';
import type { Mandate } from '@interline/core/mandates';
import { asAmount, evmAddress, evmChain, RelayError } from '@interline/kernel';

const id = `mnd_${'0'.repeat(32)}`;
const wallet = evmAddress(`0x${'11'.repeat(20)}`);

const sampleMandate: Mandate = {
  id,
  account: wallet,
  hash: 'h'.repeat(43),
  token: 'a.b.c~',
  terms: {
    constraints: [{ kind: 'budget', max: 10_000n }],
    preset: {},
    agentKey: { kty: 'OKP', crv: 'Ed25519', x: 'x'.repeat(43) },
    notBeforeSec: 0,
    expiresSec: 4_000_000_000,
  },
  agentKeyId: 'k'.repeat(43),
  userKey: { kty: 'EC', crv: 'P-256', x: 'x'.repeat(43), y: 'y'.repeat(43) },
  evidence: { text: 'what the wallet signed', signature: '0x02' },
  ceiling: {
    chain: evmChain(8453),
    owner: wallet,
    token: evmAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
    spender: evmAddress(`0x${'22'.repeat(20)}`),
    units: asAmount(100_000_000n),
    expiresSec: 4_000_000_000,
    nonce: 0n,
    sigDeadline: 4_000_000_000n,
    signature: '0x01',
  },
  state: 'active',
  reserved: 0n,
  spent: 2_500n,
  uses: 1,
  expiresAtMs: 4_000_000_000_000,
  createdAtMs: 1_800_000_000_000,
  revokedAtMs: null,
};

/** One mandate, which no agent presents. */
export function fakeMandates(): UseCases['mandates'] {
  const of = async (_session: unknown, asked: string): Promise<Mandate> => {
    if (asked !== id) throw new RelayError('UNKNOWN_MANDATE');
    return sampleMandate;
  };
  const refused = async (): Promise<never> => {
    throw new RelayError('INVALID_CREDENTIAL');
  };
  return {
    duties: [],
    own: {
      most: 100,
      register: async () => sampleMandate,
      list: async () => [sampleMandate],
      read: of,
      async receipts(session, asked) {
        await of(session, asked);
        return [
          {
            mandateId: id,
            seq: 1,
            routeId: `rt_${'0'.repeat(32)}`,
            kind: 'accepted',
            claims: { result: 'success' },
            jws: 'a.b.c',
            atMs: 1_800_000_000_000,
          },
        ];
      },
      revoke: async (session, asked) => ({ ...(await of(session, asked)), state: 'revoked' }),
    },
    issueChallenge: async () => ({
      nonce: '00'.repeat(16),
      aud: 'https://relay.example',
      expiresAtMs: 1_800_000_300_000,
    }),
    payUnderMandate: refused,
    evaluateTransfer: refused,
  };
}
