import { inspect } from 'node:util';
import { systemClock } from '@interline/adapters/clock';
import {
  evmCustody,
  type EvmCustody,
  openKmsSigner,
  type RemoteSigner,
} from '@interline/adapters/custody/evm';
import { TokenList } from '@interline/kernel';
import { expect } from 'chai';
import { recoverAddress, Transaction } from 'ethers';
import {
  type KmsManner,
  type KmsStandIn,
  startKmsStandIn,
} from '../../support/kms/kms-stand-in.ts';
import { withEnv } from '../../support/kms/with-env.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { valueOf } from './outcome-value.ts';
import { contentOf, transactionOf } from './transactions.ts';
import { untilMined } from './until-mined.ts';

const { signal } = new AbortController();
const digest = Buffer.alloc(32, 0x5a);

describe('a key in a KMS', () => {
  let kms: KmsStandIn;
  const env = withEnv(() => kms.env);
  before(async () => {
    kms = await startKmsStandIn();
    env.set();
  });
  after(async () => {
    env.restore();
    await kms.stop();
  });
  afterEach(() => kms.behave('signs'));

  const at = (key: string) => ({ region: kms.region, key, endpoint: kms.endpoint });
  const open = (key: string): Promise<RemoteSigner> => openKmsSigner(at(key), 'keys.float', signal);
  const refusal = (opening: Promise<RemoteSigner>): Promise<string> =>
    opening.then(
      () => 'it opened',
      (error: unknown) => String(error),
    );

  it('is one account, named by ARN, id or alias, and signs by its ARN from then on', async () => {
    const { arn, alias } = kms.createKey();

    const opened = [await open(arn), await open(alias), await open(arn.split('/')[1] ?? '')];

    const [first = expect.fail()] = opened;
    expect(opened.map(({ address }) => address)).to.deep.equal([1, 2, 3].map(() => first.address));
    for (const signer of opened) {
      const rs = Buffer.from(await signer.sign(digest, signal)).toString('hex');
      const by = [27, 28].map((v) =>
        recoverAddress(digest, {
          r: `0x${rs.slice(0, 64)}`,
          s: lowOf(rs.slice(64)),
          v: v as 27 | 28,
        }).toLowerCase(),
      );
      expect(by).to.include(first.address);
    }
    expect(kms.calls.at(-1)).to.deep.equal({
      target: 'TrentService.Sign',
      keyId: arn,
      digest: digest.toString('hex'),
    });
  });

  it('is refused at the start, with what is wanted, if it cannot be what it has to be', async () => {
    const p256 = kms.createKey({ spec: 'ECC_NIST_P256' });
    const unreadable = kms.createKey({ allows: ['kms:Sign'] });
    const unsigning = kms.createKey({ allows: ['kms:GetPublicKey'] });

    expect(await refusal(open(p256.arn))).to.equal(
      'Error: keys.float: the key in the KMS is ECC_NIST_P256 for SIGN_VERIFY; wanted ECC_SECG_P256K1 for SIGN_VERIFY',
    );
    expect(await refusal(open(unreadable.arn))).to.equal(
      "Error: keys.float: the key in the KMS cannot be read: the KMS: AccessDeniedException; wanted an existing key, a policy that allows kms:GetPublicKey, and credentials where AWS's tools look for them",
    );
    expect(await refusal(open(unsigning.arn))).to.equal(
      'Error: keys.float: the key in the KMS does not sign: the KMS: AccessDeniedException; wanted a policy that allows kms:Sign',
    );
    expect(await refusal(open('alias/nobody'))).to.contain('NotFoundException');
    kms.behave('other-key');
    expect(await refusal(open(kms.createKey().arn))).to.equal(
      'Error: keys.float: the key in the KMS signs with another key than the public one it shows; nothing was done with it',
    );
  });

  it('is refused if the credentials are not those of the KMS', async () => {
    const { arn } = kms.createKey();
    const foreign = withEnv(() => ({ ...kms.env, AWS_SECRET_ACCESS_KEY: 'another secret' }));
    foreign.set();
    try {
      expect(await refusal(open(arn))).to.contain('the KMS: InvalidSignatureException');
    } finally {
      foreign.restore();
    }
  });

  it('is asked once for a signature, and a fault or silence is reported without the text that was to be signed', async () => {
    const { arn } = kms.createKey();
    const signer = await open(arn);
    for (const [manner, words] of [
      ['throttles', 'the KMS: ThrottlingException'],
      ['faults', 'the KMS: KMSInternalException'],
      ['hangs', 'the KMS: it did not answer in time'],
      ['signs-unheard', 'the KMS: it did not answer in time'],
    ] as const) {
      kms.behave(manner);
      const before = kms.calls.length;

      const error = await signer.sign(digest, signal).catch((thrown: unknown) => thrown);

      expect(error, manner).to.deep.include({ code: 'INTERNAL', message: words });
      expect(kms.calls.length - before, manner).to.equal(1);
      const shown = inspect(error, { depth: 9, showHidden: true });
      for (const secret of [
        kms.credentials.accessKeyId,
        kms.credentials.secretAccessKey,
        kms.credentials.sessionToken,
        arn,
        digest.toString('base64'),
        kms.endpoint,
      ])
        expect(shown, manner).not.to.contain(secret);
    }
  }).timeout(20_000);

  it('says nothing of itself when printed, and stops where the caller does', async () => {
    const signer = await open(kms.createKey().arn);
    const gone = new AbortController();
    kms.behave('hangs');

    const asked = signer.sign(digest, gone.signal).catch((thrown: unknown) => String(thrown));
    gone.abort();

    expect(await asked).to.contain('it did not answer in time');
    expect(inspect(signer, { depth: 9, showHidden: true })).not.to.contain('arn:');
  });

  describe('as the float of a custody', () => {
    let scene: CustodyScene;
    let custody: EvmCustody;
    let address: string;
    before(async () => {
      scene = await custodyScene();
      const float = await open(kms.createKey().arn);
      address = float.address;
      await scene.give('native', address, 10n ** 18n);
      custody = evmCustody({
        chains: [
          {
            chain: scene.chain,
            chainId: scene.chainId,
            rpcUrls: [scene.rpcUrl],
            usesMulticalls: true,
          },
        ],
        signers: { spender: scene.signers.spender, float },
        tokens: new TokenList([]),
        log: scene.log,
        clock: systemClock,
      });
    });
    after(async () => {
      await custody.close();
      await scene.close();
    });

    async function sealedNoop(slot: number) {
      const [prepared = expect.fail()] = valueOf(
        await custody.prepare({ kind: 'noop', chain: scene.chain, role: 'float' }, signal),
      );
      const transaction = transactionOf(prepared, slot);
      return { transaction, form: custody.seal(contentOf(transaction), prepared, slot, 1) };
    }

    it('sends what the KMS signed, s high or low', async () => {
      const { transaction, form } = await sealedNoop(0);

      const signed = await custody.sign(form, signal);

      expect(form.raw).to.equal(null);
      expect(Transaction.from(signed.raw ?? '').from?.toLowerCase()).to.equal(address);
      expect(await custody.broadcast([signed])).to.deep.equal(['accepted']);
      const { transactions } = await untilMined(custody, scene.chain, [
        { transaction, forms: [form, signed] },
      ]);
      expect(transactions[0]?.mined?.hash).to.equal(signed.hash);
    });

    it('asks once for all that send the same at the same time, so that no two signatures are about', async () => {
      const { form } = await sealedNoop(1);
      const before = kms.calls.length;

      const signed = await Promise.all([1, 2, 3].map(() => custody.sign(form, signal)));

      expect(new Set(signed.map(({ raw }) => raw)).size).to.equal(1);
      expect(kms.calls.length - before).to.equal(1);
    });

    for (const manner of ['other-key', 'garbage'] satisfies readonly KmsManner[])
      it(`takes no signature that is not the account's: ${manner}`, async () => {
        const { form } = await sealedNoop(2);
        kms.behave(manner);

        const error = await custody.sign(form, signal).catch((thrown: unknown) => thrown);

        expect(error).to.deep.include({
          code: 'INTERNAL',
          message: 'the remote signer answered with a signature of another key',
        });
      });

    it('delegates its account with two signatures of the KMS, and merges from then on', async () => {
      for (let slot = 1; ;) {
        const missing = await custody.prepareAccount(scene.chain, 'float', signal);
        if (missing === null) break;
        const transaction = transactionOf(missing, slot);
        const form = custody.seal(contentOf(transaction), missing, slot, slot);
        const signed = await custody.sign(form, signal);
        expect(form.raw).to.equal(null);
        expect(await custody.broadcast([signed])).to.deep.equal(['accepted']);
        await untilMined(custody, scene.chain, [{ transaction, forms: [form, signed] }]);
        slot += missing.tx.slots ?? 1;
      }

      expect(custody.mergesTransactions(scene.chain, 'float')).to.equal(true);
    });
  });
});

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function lowOf(digits: string): string {
  const s = BigInt(`0x${digits}`);
  return `0x${(s > order / 2n ? order - s : s).toString(16).padStart(64, '0')}`;
}
