import { expect } from 'chai';
import { evmAddress, type Hex, refuse } from '@interline/kernel';
import { walletSignatures } from '@interline/adapters/custody/evm';
import { AbiCoder, concat } from 'ethers';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import type { Payer } from './payer.ts';

/** What code answers to any question: 3,000,000 or 2,000,000 bytes of zero, by its last opcode. */
const bombs = {
  // PUSH3 3_000_000, PUSH0, RETURN
  returns: '0x622dc6c05ff3',
  // PUSH3 3_000_000, PUSH0, REVERT
  reverts: '0x622dc6c05ffd',
  // PUSH3 2_000_000, PUSH0, RETURN: within the gas that a wallet is asked with at sign-in
  'returns within its gas': '0x621e84805ff3',
} as const;
const { signal } = new AbortController();

for (const [how, code] of Object.entries(bombs))
  describe(`a wallet whose code ${how} megabytes`, () => {
    let scene: CustodyScene;
    let payer: Payer;
    before(async () => {
      scene = await custodyScene();
      payer = await scene.payer(5_000_000n);
      await scene.rpc('anvil_setCode', [payer.address, code]);
    });
    after(() => scene.close());

    it('is refused its permit, and so is the repeated one, without delaying the questions of others', async () => {
      const permit = payer.permit({
        token: scene.usdc,
        spender: scene.custody.evmAccounts.spender,
        units: 1_000_000n,
        nonce: 7n,
        deadline: (await scene.now()) + 1_800n,
      });
      const forged = { ...permit, signature: '0x1234' } as const;

      const answers = await Promise.all([
        scene.custody.verifyPermit(permit, signal),
        scene.custody.isSignedByOwner(forged),
        scene.custody.permitWord(scene.chain, payer.address, 1n, signal),
      ]);

      expect(answers).to.deep.equal([
        refuse(
          'PERMIT_INVALID',
          `${payer.address} has code, and it does not accept this signature (ERC-1271)`,
        ),
        false,
        0n,
      ]);
      expectNoFault(scene);
    });

    it('does not sign in, nor does one whose factory answers so', async () => {
      const wallets = walletSignatures(scene.custody.chainReader);
      const ask = (signature: Hex): Promise<boolean> =>
        wallets.isOfCode(
          scene.chain,
          { wallet: payer.address, text: 'Sign in', signature },
          signal,
        );
      const deployedBy = AbiCoder.defaultAbiCoder().encode(
        ['address', 'bytes', 'bytes'],
        [payer.address, '0x', '0x1234'],
      );
      const undeployed = concat([deployedBy, `0x${'6492'.repeat(16)}`]) as Hex; // CAST: hex.

      expect([await ask('0x1234'), await ask(undeployed)]).to.deep.equal([false, false]);
      expectNoFault(scene);
    });

    it('is not a fault of the node where rails read it', async () => {
      const read = await scene.custody.chainReader.call(
        scene.chain,
        evmAddress(payer.address),
        '0x',
        signal,
      );

      expect(read === null || read.length === 4_000_002).to.equal(true);
      expectNoFault(scene);
    });
  });

function expectNoFault(scene: CustodyScene): void {
  expect(scene.log.lines.filter(({ event }) => event === 'node-fault')).to.deep.equal([]);
  expect(scene.custody.chainReader.isUp(scene.chain)).to.equal(true);
}
