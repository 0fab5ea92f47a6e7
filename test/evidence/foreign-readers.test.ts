import { checkReceipt, type KeptReceipt } from '@interline/client/evidence';
import { expect } from 'chai';
import fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EvidenceScene, openEvidenceScene } from './evidence-scene.ts';

const signal = new AbortController().signal;
const python = fileURLToPath(new URL('foreign/verify_receipt.py', import.meta.url));
/** In a process that has nothing but them. */
const callsVerify = `import { readFileSync } from 'node:fs'; console.log(JSON.stringify(verify(...JSON.parse(readFileSync(0, 'utf8')))));`;
const golden = new URL('golden/receipt-v1.json', import.meta.url);
const readme = new URL('../../apps/client/README.md', import.meta.url);

interface Shown {
  readonly kept: KeptReceipt & { readonly proof: string };
  readonly keys: readonly { readonly kid: string; readonly x: string }[];
  readonly vkey: string;
}

interface SignedAmounts {
  readonly from: { readonly amount: string; readonly decimals: number; readonly symbol: string };
  readonly to: { readonly decimals: number; readonly symbol: string };
  readonly svcFee: string;
}

type GoldenReceipt = Shown['kept'] & Shown['keys'][number] & Pick<Shown, 'vkey'>;

describe('a receipt that is shown to a third party', () => {
  let scene: EvidenceScene;
  let shown: readonly Shown[];
  before(async () => {
    scene = await openEvidenceScene();
    for (const ended of [1, 6, 40]) {
      for (let at = 0; at < ended; at += 1) await scene.end();
      await scene.tick();
    }
    shown = await Promise.all(
      [0, 3, 17, 46].map(async (at) => {
        const { jws, salt, proof } = await scene.evidence.proveReceipt(
          scene.ended[at] ?? '',
          signal,
        );
        const { vkey } = await scene.evidence.log.keys();
        const inBase64 = Buffer.from(salt, 'hex').toString('base64');
        return {
          kept: { jws, salt: inBase64, proof: proof ?? '' },
          keys: await scene.evidence.receiptKeys(),
          vkey,
        };
      }),
    );
  });
  after(() => scene.close());

  const [, code = ''] =
    /```js\n(import \{ createHash[^]*?)```/.exec(readFileSync(readme, 'utf8')) ?? [];
  /** By the thirty lines of the documents. */
  const judge = ({ kept, keys, vkey }: Shown) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', `${code}\n${callsVerify}`], {
      input: JSON.stringify([kept.jws, kept.proof, keys[0], vkey]),
      encoding: 'utf8',
    });

  it('is verified by the thirty lines of code in the documents', function () {
    this.timeout(60_000);

    expect(code.trim().split('\n')).to.have.length(30);
    for (const one of shown) {
      expect(judge(one).status).to.equal(0);
      for (const kept of tampered(one.kept))
        expect(judge({ ...one, kept: { ...one.kept, ...kept } }).status).to.equal(1);
    }
  });

  it('has its amounts read by them, in tokens, with nothing else at hand', () => {
    const [one] = shown;
    if (one === undefined) throw new Error('there are four');
    const { from, to, svcFee } = JSON.parse(judge(one).stdout) as SignedAmounts; // CAST: as it is signed.

    expect([from.amount, from.decimals, from.symbol]).to.deep.equal(['25000000', 6, 'USDC']);
    expect([to.decimals, to.symbol, svcFee]).to.deep.equal([6, 'USDC', '20000']);
  });

  it('from before receipts had decimals still verifies for all of them', async () => {
    const { kid, x, vkey, ...kept } = JSON.parse(readFileSync(golden, 'utf8')) as GoldenReceipt; // CAST: kept with the tests.
    const one = { kept, keys: [{ kid, x }], vkey };

    const { claims, logged } = await checkReceipt(kept, one);

    expect(claims).to.deep.include({
      v: 1,
      from: {
        chain: 8453,
        token: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        symbol: 'USDC',
        amount: '25000000',
      },
    });
    expect(logged).to.deep.equal({ index: 1, size: 4, cosigned: [] });
    expect(judge(one).status).to.equal(0);
  });

  it('is verified by Python without a package, and refused if a byte differs', function () {
    if (spawnSync('python3', ['--version']).status !== 0) return this.skip();
    this.timeout(60_000);
    const [one] = shown.slice(2);
    if (one === undefined) throw new Error('there are receipts');
    const { kept, keys, vkey } = one;
    const judged = ({ jws, proof }: { readonly jws: string; readonly proof: string }) =>
      spawnSync('python3', [python], {
        input: JSON.stringify({ jws, proof, x: keys[0]?.x, vkey }),
      }).status;

    expect(judged(kept)).to.equal(0);
    expect(tampered(kept).map(judged)).to.deep.equal(tampered(kept).map(() => 1));
  });

  it('is checked by the client, which says what it claims and where it stands', async () => {
    for (const { kept, keys, vkey } of shown) {
      const { claims, logged } = await checkReceipt(kept, { keys, vkey });

      expect(claims).to.include({ iss: 'interline', status: 'DONE' });
      expect(logged?.size).to.equal(4 + 8 + 64);
    }
  });

  it('is refused however it was tampered with, 3,000 times', async function () {
    this.timeout(120_000);
    const spot = fc.record({
      at: fc.nat({ max: 3 }),
      part: fc.constantFrom('jws' as const, 'salt' as const, 'proof' as const),
      place: fc.nat(),
      how: fc.constantFrom('changed', 'left out', 'doubled'),
      letter: fc.constantFrom(...'ABCXYZabcxyz0189+/-_=.\n '),
    });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(spot, async ({ at, part, place, how, letter }) => {
        const one = shown[at];
        if (one === undefined) throw new Error('there are four');
        const whole = one.kept[part];
        const cut = place % whole.length;
        fc.pre(how !== 'changed' || whole[cut] !== letter);
        const inPlace =
          how === 'changed' ? letter : how === 'left out' ? '' : `${whole[cut]}${letter}`;
        const changed = `${whole.slice(0, cut)}${inPlace}${whole.slice(cut + 1)}`;
        const verdict = await checkReceipt(
          { ...one.kept, [part]: changed },
          { keys: one.keys, vkey: one.vkey },
        ).then(
          () => 'good',
          (error: unknown) => (error instanceof Error ? error.name : 'a fault'),
        );
        expect(verdict).to.equal('ReceiptError');
        refused += 1;
      }),
      { numRuns: 3_000, seed: 1 },
    );
    expect(refused).to.equal(3_000);
  });

  it('is refused with the salt, the proof or the key of another', async () => {
    const [one, other] = shown;
    if (one === undefined || other === undefined) throw new Error('there are four');
    const { keys, vkey } = one;
    const strange = await openEvidenceScene();
    await strange.end();
    const others = await strange.evidence.receiptKeys();
    await strange.close();

    for (const [kept, trust] of [
      [
        { ...one.kept, salt: other.kept.salt },
        { keys, vkey },
      ],
      [
        { ...one.kept, proof: other.kept.proof },
        { keys, vkey },
      ],
      [one.kept, { keys: others, vkey }],
      [one.kept, { keys, vkey: vkey.replace('receipts+', 'messages+') }],
      [one.kept, { keys, vkey, witnesses: { witnesses: [], quorum: 1 } }],
    ] as const)
      expect(
        await checkReceipt(kept, trust).then(
          () => 'good',
          (error: unknown) => (error as Error).name, // CAST: it throws errors.
        ),
      ).to.equal('ReceiptError');
  });
});

/** One letter of each part that a reader must look at. */
function tampered({ jws, proof }: { readonly jws: string; readonly proof: string }) {
  const swapped = (text: string, at: number): string =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  const [head = '', claims = ''] = jws.split('.');
  return [
    { jws: swapped(jws, head.length + 1 + Math.floor(claims.length / 2)), proof },
    { jws: swapped(jws, jws.length - 20), proof },
    { jws, proof: swapped(proof, proof.indexOf('extra ') + 9) },
    {
      jws,
      proof: proof.replace(/index (\d+)/, (_, index: string) => `index ${Number(index) ^ 1}`),
    },
    { jws, proof: swapped(proof, proof.indexOf('\n\n') - 10) },
    { jws, proof: swapped(proof, proof.length - 20) },
  ];
}
