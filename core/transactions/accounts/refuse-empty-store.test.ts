import { evmAddress, evmChain, RelayError } from '@interline/kernel';
import { refuseEmptyStore } from './refuse-empty-store.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const spender = evmAddress('0x00000000000000000000000000000000000000a1');

describe('a start on an empty store', () => {
  it('is refused if an account has sent a transaction, because the store may have been lost', async () => {
    const refused = await start({ pending: 1 });

    expect(refused).to.be.an('error').with.property('name', 'EmptyStore');
    expect(String(refused)).to.match(
      /^EmptyStore: STORE_EMPTY: the store is empty, and these accounts were used before: spender 0x0+a1 on eip155:8453 has sent 1 transactions; float .*--accept-history$/,
    );
  });

  it('continues if no account has sent any, and if a chain is silent', async () => {
    expect(await start({ pending: 0 })).to.equal(null);
    expect(await start({ pending: null })).to.equal(null);
  });

  it('is allowed for a store that has used an account', async () => {
    expect(await start({ pending: 7, records: 1 })).to.equal(null);
  });
});

async function start({
  pending,
  records = 0,
}: {
  readonly pending: number | null;
  readonly records?: number;
}): Promise<unknown> {
  // CAST: the methods that the check uses.
  const ports = {
    custody: {
      chains: [base],
      roles: () => ['spender', 'float'],
      account: (_chain: string, role: string) => (role === 'float' ? float : spender),
      queue: async () => {
        if (pending === null) throw new RelayError('CHAIN_UNREACHABLE', { chain: base });
        return { mined: pending, pending, leastPending: pending };
      },
    },
    store: { reads: { transactions: { accounts: async () => Array.from({ length: records }) } } },
    log: { warn: () => undefined },
  } as never;
  return refuseEmptyStore(ports, new AbortController().signal).then(
    () => null,
    (error: unknown) => error,
  );
}
