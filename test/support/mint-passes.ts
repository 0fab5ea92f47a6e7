import { blindMessages, finalizeAll, readPublicKey } from '@interline/client/passes';
import type { Pass, passes } from '@interline/core/passes';

type Mint = ReturnType<typeof passes.create>;

/** Passes that the module signed, for the key that is current. */
export async function passesOfMint(mint: Mint, count: number): Promise<readonly Pass[]> {
  const { current } = await mint.describePasses();
  const key = await readPublicKey(current?.publicKey ?? anyKey);
  const blindings = await blindMessages(key, count);
  const { signatures } = await mint.signTrial({
    client: '192.0.2.1',
    blinded: blindings.map(({ blinded }) => blinded),
    count: async () => undefined,
  });
  return finalizeAll(key, blindings, signatures).map(({ preparedMsg, sig }) => ({
    preparedMessage: Buffer.from(preparedMsg, 'base64'),
    signature: Buffer.from(sig, 'base64'),
  }));
}

/** The numbers of the keys that the passes were of, once each is spent. */
export async function spendWith(mint: Mint, all: readonly Pass[]): Promise<readonly number[]> {
  const spent: number[] = [];
  for (const pass of all) {
    const verified = await mint.verifyPass(pass);
    await mint.spendPass(verified);
    spent.push(verified.key.seq);
  }
  return spent;
}

/** A key of the right shape, for where none is current; the mint refuses before it signs. */
const anyKey = {
  kty: 'RSA',
  e: 'AQAB',
  n: Buffer.from(((1n << 2_047n) + 29n).toString(16), 'hex').toString('base64url'),
};
