import { parts } from '@interline/server';
import { type JsonRecord, textField } from '@interline/cli';
import { evmAddress, evmChain, permit2Address } from '@interline/kernel';
import { recordField } from '../support/record-field.ts';
import { setBlacklisted } from '../support/blacklist.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, type Payer, sign } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;
const units = 1_000_000n;

describe('a preflight on real chains', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination] });
  });
  after(() => harness.stop());

  it('is a go before the permit is signed and once it is, and moves, keeps and takes nothing', async () => {
    const payer = await freshPayer(harness, source, units);

    const unsigned = await preflight(unsignedBody(payer));
    const suggested = await bitsOf(payer);
    const { body } = await sign(harness, payer, { from: source, to: destination, units });
    const signed = [await preflight(body), await preflight(body)];

    expect([unsigned['go'], unsigned['blockers'], suggested]).to.deep.equal([true, [], 0n]);
    expect(unsigned['warnings']).to.have.length(2);
    for (const one of signed) expect(one).to.deep.include({ go: true, blockers: [], warnings: [] });
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(units);
    expect(await harness.container.get(parts.store).reads.transfers.counts()).to.deep.equal({
      routes: 0,
      open: 0,
    });
  });

  it('says beforehand what execute then says, code for code', async () => {
    const payer = await freshPayer(harness, source, units);
    const { body } = await sign(harness, payer, { from: source, to: destination, units });
    const permit2 = recordField(body, 'permit2');
    const wrong: readonly JsonRecord[] = [
      { ...body, minOut: '999201' },
      { ...body, toAddress: '0x000000000000000000000000000000000000dEaD' },
      { ...body, toAddress: permit2Address },
      { ...body, toAddress: harness.container.get(parts.evm).evmAccounts.float },
      { ...body, permit2: { ...permit2, signature: `0x${'11'.repeat(65)}` } },
      {
        ...body,
        permit2: Object.fromEntries(
          Object.entries(permit2).filter(([name]) => name !== 'allowance'),
        ),
      },
      { ...body, permit2: { ...permit2, spender: payer.address } },
    ];

    for (const one of wrong) {
      const { blockers } = await preflight(one);
      const { body: refusal } = await refusalOf(harness.client.post('/api/route/execute', one));
      expect(codesOf(blockers)[0], JSON.stringify(blockers)).to.equal(refusal['errorCode']);
    }
  });

  it('names a payer who spent the money, and one whom the token refuses', async () => {
    const [poor, blocked] = [
      await freshPayer(harness, source, units),
      await freshPayer(harness, source, units),
    ];
    const { body } = await sign(harness, blocked, { from: source, to: destination, units });
    await setBlacklisted(harness.devnet, source, blocked.address, true);

    const answers = [
      await preflight({ ...unsignedBody(poor), amount: '1000001' }),
      await preflight(body),
    ];

    expect(answers.map(({ go, blockers }) => [go, codesOf(blockers)])).to.deep.equal([
      [false, ['PAYER_NOT_READY']],
      [false, ['PAYER_NOT_READY']],
    ]);
  });

  function preflight(body: JsonRecord): Promise<JsonRecord> {
    return harness.client.post('/api/route/preflight', body);
  }

  /** Of the first word that nonces are suggested from. */
  function bitsOf(payer: Payer): Promise<bigint> {
    return harness.container
      .get(parts.store)
      .reads.transfers.permitBits(
        evmChain(source),
        evmAddress(payer.address),
        0x696e7465726c696e65n,
      );
  }
});

function unsignedBody(payer: Payer): JsonRecord {
  return {
    fromChain: source,
    toChain: destination,
    token: 'USDC',
    amount: units.toString(),
    fromAddress: payer.address,
    mode: 'permit2',
  };
}

function codesOf(blockers: unknown): readonly string[] {
  return Array.isArray(blockers) ? blockers.map((one: JsonRecord) => textField(one, 'code')) : [];
}
