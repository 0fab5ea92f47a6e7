import type { UseCases } from '@interline/core';
import type { ShownCall, SponsoredCall } from '@interline/core/sponsor';
import { asUnits, evmAddress, RelayError } from '@interline/kernel';
import { base, baseUsdc } from './sample-tokens.ts';

const account = evmAddress(`0x${'11'.repeat(20)}`);
const delegate = evmAddress(`0x${'22'.repeat(20)}`);

const sampleCall: SponsoredCall = {
  id: 'sp_0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  kind: 'calls',
  chain: base,
  account,
  nonce: 0n,
  callData: '0x',
  callGas: 100_000n,
  delegates: true,
  hash: `0x${'1b'.repeat(32)}`,
  fee: { token: evmAddress(baseUsdc.address), units: asUnits(25_000n) },
  client: 'c_1',
  createdAtMs: 1_800_000_000_000,
  expiresAtMs: 1_800_000_060_000,
  bundleId: 'sb_1',
  acceptedAtMs: 1_800_000_001_000,
  takenKey: null,
  signed: null,
  outcome: { isSuccess: true, gasUsed: 113_928n, feePaid: asUnits(25_000n), innerError: null },
  isCharged: false,
};

const sampleShown: ShownCall = {
  call: sampleCall,
  status: 'INCLUDED',
  token: baseUsdc,
  tx: `0x${'2c'.repeat(32)}`,
};

/** One call of one account, which was included. */
export function fakeSponsor(): UseCases['sponsor'] {
  const shown = async (id: string): Promise<ShownCall> => {
    if (id !== sampleCall.id) throw new RelayError('UNKNOWN_RECORD');
    return sampleShown;
  };
  return {
    assertEnabled: () => undefined,
    describeChains: async () => [
      {
        chain: base,
        entryPoint: delegate,
        delegate,
        delegateCodeHash: `0x${'3d'.repeat(32)}`,
        feeTokens: [baseUsdc],
      },
    ],
    prepareCall: async () => ({
      call: sampleCall,
      token: baseUsdc,
      typedData: {
        domain: { name: 'ERC4337', version: '1', chainId: 8453, verifyingContract: delegate },
        types: { PackedUserOperation: [{ name: 'sender', type: 'address' }] },
        primaryType: 'PackedUserOperation',
        message: { sender: account },
      },
      authorization: { chainId: 8453, address: delegate, nonce: 0 },
      changes: [{ token: baseUsdc.address, units: -25_000n }],
    }),
    executeCall: ({ id }) => shown(id),
    readCall: shown,
    readOwnCalls: async () => ({ items: [sampleShown], next: null }),
    revokeDelegation: async () => ({ kind: 'sent', shown: sampleShown }),
    duties: [],
  };
}
