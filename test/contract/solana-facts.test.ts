import { createRequire } from 'node:module';
import { solanaFacts } from '@interline/adapters/chain-facts';
import { systemClock } from '@interline/adapters/clock';
import { nonEvmNodes, type TokenRef } from '@interline/kernel';
import { Keypair } from '@solana/web3.js';
import { expect } from 'chai';

/** What this test uses of the native package, which has no types of its own. */
interface Surfnet {
  readonly rpcUrl: string;
  fundSol(address: string, lamports: number): void;
  fundToken(owner: string, mint: string, units: number): void;
  stop(): void;
}

const signal = new AbortController().signal;
const solana = nonEvmNodes.find((node) => node.wire === 'solana')?.chain;
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const token = (address: string, decimals: number): TokenRef => {
  if (solana === undefined) throw new Error('the mesh has no node solana');
  return { chain: solana, address, symbol: 'T', decimals, asset: 'T' };
};

describe('the facts of Solana, on a real SVM', () => {
  let node: Surfnet;
  before(function () {
    try {
      // CAST: the package is one native class without types.
      const { Surfnet: Node } = createRequire(import.meta.url)(
        '@solana/surfpool-linux-x64-gnu',
      ) as { Surfnet: { startWithConfig(config: object): Surfnet } };
      node = Node.startWithConfig({ offline: true, blockProductionMode: 'transaction' });
    } catch (error) {
      if (process.platform === 'linux' && process.arch === 'x64') throw error;
      this.skip();
    }
  });
  after(() => {
    node.stop();
  });

  it('are of Solana only, and give the newest slot', async () => {
    const facts = solanaFacts(node.rpcUrl, systemClock);

    expect(
      nonEvmNodes.filter(({ chain }) => facts.reads(chain)).map(({ wire }) => wire),
    ).to.deep.equal(['solana']);
    expect(await facts.heightOf(token('native', 9).chain, signal)).to.be.a('number');
  });

  it('say what a new token account costs, and nothing if the owner has one', async () => {
    const facts = solanaFacts(node.rpcUrl, systemClock);
    const [holder, stranger] = [Keypair.generate(), Keypair.generate()].map((pair) =>
      pair.publicKey.toBase58(),
    );
    node.fundToken(holder ?? '', usdc, 1_000_000);

    const cost = (owner: string | null): Promise<bigint> =>
      facts.accountCostOf(token(usdc, 6), owner, signal);
    expect(
      await Promise.all([cost(stranger ?? ''), cost(null), cost('not an address')]),
    ).to.deep.equal([2_039_280n, 2_039_280n, 2_039_280n]);
    expect(await cost(holder ?? '')).to.equal(0n);
  });

  it('say what a new coin account must hold, and nothing if there is one', async () => {
    const facts = solanaFacts(node.rpcUrl, systemClock);
    const holder = Keypair.generate().publicKey.toBase58();
    node.fundSol(holder, 1_000_000_000);

    expect(await facts.accountCostOf(token('native', 9), null, signal)).to.equal(890_880n);
    expect(await facts.accountCostOf(token('native', 9), holder, signal)).to.equal(0n);
  });

  it('have no decimals for an address that is not a mint', async () => {
    const facts = solanaFacts(node.rpcUrl, systemClock);
    const nobody = Keypair.generate().publicKey.toBase58();

    expect(await facts.decimalsOf(token(nobody, 6), signal)).to.equal(null);
  });

  it('are unreachable if nothing answers', async () => {
    const facts = solanaFacts('http://127.0.0.1:9', systemClock);

    expect(await facts.heightOf(token('native', 9).chain, signal).catch((error: unknown) => error))
      .to.be.an('error')
      .with.property('code', 'CHAIN_UNREACHABLE');
  });
});
