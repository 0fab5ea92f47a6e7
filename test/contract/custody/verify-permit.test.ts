import { expect } from 'chai';
import { Signature } from 'ethers';
import { type EvmAddress, type Hex, refuse, type SignedPermit } from '@interline/kernel';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined } from '../../support/mined.ts';
import type { Payer } from './payer.ts';

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const magicAlways = '0x631626ba7e60e01b5f5260205ff3';
const { signal } = new AbortController();

describe('verifying a permit', () => {
  let scene: CustodyScene;
  let payer: Payer;
  let genuine: SignedPermit;
  before(async () => {
    scene = await custodyScene();
    payer = await scene.payer(5_000_000n);
    genuine = await permitOf();
  });
  after(() => scene.close());

  async function permitOf(
    change: { nonce?: bigint; leftSec?: bigint; spender?: EvmAddress; units?: bigint } = {},
  ): Promise<SignedPermit> {
    const {
      nonce = 7n,
      leftSec = 1_800n,
      spender = scene.custody.evmAccounts.spender,
      units = 1_000_000n,
    } = change;
    return payer.permit({
      token: scene.usdc,
      spender,
      units,
      nonce,
      deadline: (await scene.now()) + leftSec,
    });
  }
  const verify = (permit: SignedPermit) => scene.custody.verifyPermit(permit, signal);
  const codeOf = async (permit: SignedPermit) => {
    const verdict = await verify(permit);
    return verdict.ok ? 'ok' : verdict.code;
  };

  it("answers the digest the payer signed and the chain's time", async () => {
    const verdict = await verify(genuine);

    expect(verdict).to.deep.equal({
      ok: true,
      value: {
        digest: scene.custody.digestOf({
          domain: {
            name: 'Permit2',
            chainId: 8453,
            verifyingContract: '0x000000000022d473030f116ddee9f6b43ac78ba3',
          },
          types: {
            PermitTransferFrom: [
              { name: 'permitted', type: 'TokenPermissions' },
              { name: 'spender', type: 'address' },
              { name: 'nonce', type: 'uint256' },
              { name: 'deadline', type: 'uint256' },
            ],
            TokenPermissions: [
              { name: 'token', type: 'address' },
              { name: 'amount', type: 'uint256' },
            ],
          },
          primaryType: 'PermitTransferFrom',
          message: {
            permitted: { token: scene.usdc, amount: '1000000' },
            spender: scene.custody.evmAccounts.spender,
            nonce: '7',
            deadline: genuine.deadline.toString(),
          },
        }),
        chainTimeSec: Number(await scene.now()),
      },
    });
  });

  it('takes every encoding that Permit2 takes, and so does Permit2', async () => {
    for (const [name, signature] of Object.entries(encodingsOf(genuine.signature))) {
      const permit = { ...genuine, signature };
      expect(await codeOf(permit), name).to.equal('ok');
      expect(await scene.custody.isSignedByOwner(permit), name).to.equal(true);
      expect((await pullOf(permit)).ok, `${name} on chain`).to.equal(true);
    }
  });

  it('refuses the encodings that Permit2 refuses', async () => {
    const { r, s, v } = Signature.from(genuine.signature);
    const bare = `${r}${s.slice(2)}` as const;
    const refused = {
      'v of 0 or 1': `${bare}0${v - 27}`,
      '63 bytes': bare.slice(0, -2),
      '66 bytes': `${genuine.signature}00`,
      empty: '0x',
      'odd digits': `${genuine.signature}0`,
      'no hex': '0xzz',
    };

    for (const [name, signature] of Object.entries(refused)) {
      const permit = { ...genuine, signature: signature as Hex };
      expect(await codeOf(permit), name).to.equal('PERMIT_INVALID');
      expect(await scene.custody.isSignedByOwner(permit), name).to.equal(false);
    }
    for (const name of ['v of 0 or 1', '63 bytes', '66 bytes', 'empty'] as const) {
      expect(
        (await pullOf({ ...genuine, signature: refused[name] as Hex })).ok,
        `${name} on chain`,
      ).to.equal(false);
    }
  });

  it('refuses another signer, and values other than the signed ones', async () => {
    const stranger = await scene.payer(0n, { isApproved: false });

    expect(await codeOf({ ...genuine, owner: stranger.address })).to.equal('PERMIT_INVALID');
    expect(
      await codeOf({ ...genuine, units: (await permitOf({ units: 1_000_001n })).units }),
    ).to.equal('PERMIT_INVALID');
    expect(await scene.custody.isSignedByOwner({ ...genuine, owner: stranger.address })).to.equal(
      false,
    );
  });

  it('distinguishes a permit for another spender from a false one', async () => {
    const zero = `0x${'0'.repeat(40)}` as EvmAddress;
    for (const spender of [scene.custody.evmAccounts.float, zero, payer.address]) {
      expect(await verify(await permitOf({ spender }))).to.deep.equal(
        refuse('PERMIT_SPENDER', 'the permit is signed for another spender than the relayer'),
      );
    }
  });

  it('judges the deadline by chain time: 60 s must be left, and at most a day', async () => {
    expect(await codeOf(await permitOf({ leftSec: 60n }))).to.equal('ok');
    expect(await verify(await permitOf({ leftSec: 59n }))).to.deep.equal(
      refuse('PERMIT_EXPIRED', 'the deadline is 59 s away; at least 60 s must be left'),
    );
    expect(await verify(await permitOf({ leftSec: -1n }))).to.deep.equal(
      refuse('PERMIT_EXPIRED', 'the deadline has passed'),
    );
    expect(await codeOf(await permitOf({ leftSec: 86_400n }))).to.equal('ok');
    expect(await verify(await permitOf({ leftSec: 86_401n }))).to.deep.equal(
      refuse('PERMIT_EXPIRED', 'the deadline is more than 86400 s away'),
    );
  });

  it('refuses a spent nonce, however it was spent, and reads its word', async () => {
    const permit = await permitOf({ nonce: 0x1_02n });
    await scene.rpc('anvil_impersonateAccount', [payer.address]);
    await scene.rpc('anvil_setBalance', [payer.address, '0xde0b6b3a7640000']);
    // invalidateUnorderedNonces(1, 0b101)
    await mined(
      scene.rpc,
      await scene.rpc('eth_sendTransaction', [
        {
          from: payer.address,
          to: '0x000000000022d473030f116ddee9f6b43ac78ba3',
          data: `0x3ff9dcb1${'1'.padStart(64, '0')}${'5'.padStart(64, '0')}`,
        },
      ]),
    );

    expect(await verify(permit)).to.deep.equal(
      refuse('PERMIT_USED', `nonce 258 of ${payer.address} is already spent`),
    );
    expect(await codeOf(await permitOf({ nonce: 0x1_01n }))).to.equal('ok');
    expect(await scene.custody.permitWord(scene.chain, payer.address, 1n, signal)).to.equal(5n);
    expect(await scene.custody.permitWord(scene.chain, payer.address, 2n, signal)).to.equal(0n);
  });

  describe('of an owner with code', () => {
    it('is refused when an EIP-7702 delegate has no isValidSignature, as Permit2 would, though the key signed', async () => {
      const delegate = '0x00000000000000000000000000000000000d0001';
      await scene.rpc('anvil_setCode', [delegate, '0x00']);
      await delegateTo(delegate);
      const permit = await permitOf({ nonce: 20n });

      expect(await verify(permit)).to.deep.equal(
        refuse(
          'PERMIT_INVALID',
          `${payer.address} has code, and it does not accept this signature (ERC-1271)`,
        ),
      );
      expect((await pullOf(permit)).ok).to.equal(false);
      expect(await scene.custody.isSignedByOwner(permit)).to.equal(true);
    });

    it('is what the code says, whatever the bytes of the signature', async () => {
      const wallet = '0x00000000000000000000000000000000000d0002';
      await scene.rpc('anvil_setCode', [wallet, magicAlways]);
      await delegateTo(wallet);
      const permit = { ...(await permitOf({ nonce: 21n })), signature: '0x1234' } as const;

      expect(await codeOf(permit)).to.equal('ok');
      expect(await scene.custody.isSignedByOwner(permit)).to.equal(true);
      expect((await pullOf(permit)).ok).to.equal(true);
    });

    async function delegateTo(delegate: string): Promise<void> {
      const nonce = Number(await scene.rpc('eth_getTransactionCount', [payer.address, 'latest']));
      await scene.rpc('anvil_setBalance', [payer.address, '0xde0b6b3a7640000']);
      const authorization = await payer.wallet.authorize({
        address: delegate,
        nonce: nonce + 1,
        chainId: scene.chainId,
      });
      await mined(
        scene.rpc,
        await scene.rpc('eth_sendRawTransaction', [
          await payer.wallet.signTransaction({
            type: 4,
            chainId: scene.chainId,
            nonce,
            to: payer.address,
            gasLimit: 200_000n,
            maxFeePerGas: 10n ** 10n,
            maxPriorityFeePerGas: 1n,
            authorizationList: [authorization],
          }),
        ]),
      );
      expect(await scene.rpc('eth_getCode', [payer.address, 'latest'])).to.equal(
        `0xef0100${delegate.slice(2)}`,
      );
    }
  });

  function pullOf(permit: SignedPermit) {
    return scene.custody.prepare(
      { kind: 'pull', permit, allowance: null, to: 'float', underWay: [], then: [] },
      signal,
    );
  }
});

function encodingsOf(signature: Hex): Record<string, Hex> {
  const low = Signature.from(signature);
  const highS = (curveOrder - BigInt(low.s)).toString(16).padStart(64, '0');
  return {
    '65 bytes, low s': signature,
    '65 bytes, high s': `${low.r as Hex}${highS}${(low.v === 27 ? 28 : 27).toString(16)}`,
    '64 bytes': low.compactSerialized as Hex,
    'upper-case digits': `0x${signature.slice(2).toUpperCase()}`,
  };
}
