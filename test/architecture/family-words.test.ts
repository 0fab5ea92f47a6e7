import { expect } from 'chai';
import { exceptions, idleExceptions, judgeWords } from './family-words.ts';
import { readRepoFile, repoSources } from './repo-files.ts';

describe('the words of one chain family', () => {
  const files = new Map([...repoSources().keys()].map((path) => [path, readRepoFile(path)]));

  it('are in its own folder and in the few places with a reason', () => {
    const found = [...files].flatMap(([path, text]) => judgeWords(path, text));

    expect(found).to.deep.equal([]);
  });

  it('are still needed wherever they are allowed, and each place says why', () => {
    expect(idleExceptions(files)).to.deep.equal([]);
    expect(exceptions.filter(({ why }) => why.length < 10)).to.deep.equal([]);
  });
});

describe('a word that belongs to the EVM is refused', () => {
  const why = "is a word of the EVM; say it for every chain, or in a family's folder";

  for (const [path, text, word] of [
    ['core/transactions/send/sender.ts', 'const nonce = 7;', 'nonce'],
    ['core/transactions/repository.ts', 'readonly feeWei: bigint;', 'wei'],
    ['ports/custody.ts', '// Fills the nonce of what was displaced.', 'nonce'],
    ['ports/custody.ts', 'readonly accountNonce: number;', 'nonce'],
    ['core/kernel/plan.ts', 'readonly mostGasWei?: Units;', 'wei'],
    ['core/kernel/plan.ts', '/** In wei of the source chain. */', 'wei'],
    ['rails/bitcoin/rail.ts', "reason: 'the gas price cannot be read'", 'gas price'],
    ['adapters/custody/bitcoin/bump.ts', 'const { gasPrice } = market;', 'gas price'],
    ['adapters/custody/stellar/keys.ts', "import type { EvmAddress } from '@x';", 'EvmAddress'],
    ['plugins/template/files/rail.ts.tmpl', 'readonly to: EvmAddress;', 'EvmAddress'],
    ['apps/server/compose.ts', 'const nonce = 7;', 'nonce'],
  ] as const)
    it(`in ${path}: ${text}`, () => {
      expect(judgeWords(path, `\n${text}\n`)).to.deep.equal([`${path}:2: "${word}" ${why}`]);
    });

  for (const [path, text] of [
    ['adapters/custody/evm/signing/seal.ts', 'const nonce = 7; // wei, gasPrice, EvmAddress'],
    ['core/kernel/permit.ts', 'readonly nonce: bigint;'],
    ['core/transactions/send/sender.test.ts', 'const nonce = 7;'],
    ['core/transfer/quote/rank-quotes.ts', 'weighs the weight, once; announces what gas costs'],
    ['core/kernel/plan.ts', 'const to = evmAddress(text); // gas is priced by the host'],
  ] as const)
    it(`but not in ${path}: ${text}`, () => {
      expect(judgeWords(path, text)).to.deep.equal([]);
    });
});
