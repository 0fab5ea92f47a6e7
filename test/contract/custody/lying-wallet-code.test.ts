import { walletSignatures } from '@interline/adapters/custody/evm';
import { expect } from 'chai';
import type { Address } from '@interline/kernel';
import { freshAddress } from '../../support/fresh-wallet.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { changing, honest, type MisbehavingNode, misbehavingNode } from './misbehaving-node.ts';

const { signal } = new AbortController();
/** Code that answers any question with the magic value of ERC-1271. */
const takesAll = '0x631626ba7e60e01b5f5260205ff3';
const yes = `0x1626ba7e${'0'.repeat(56)}`;
const no = `0x${'0'.repeat(64)}`;

describe('what the code of a wallet says, where one of two nodes lies or lags', () => {
  let scene: CustodyScene;
  let liar: MisbehavingNode;
  before(async () => {
    scene = await custodyScene();
    liar = await misbehavingNode(scene.rpcUrl);
  });
  after(async () => {
    await scene.close();
    await liar.close();
  });

  const isTaken = async (wallet: Address, said: string): Promise<unknown> => {
    liar.behave(changing('eth_call', (reply) => ({ ...reply, result: said })));
    const { chainReader } = scene.over([liar.url, scene.rpcUrl]);
    const signed = { wallet, text: 'Sign in', signature: '0x1234' } as const;
    return walletSignatures(chainReader)
      .isOfCode(scene.chain, signed, signal)
      .catch((error: unknown) => (error as { readonly code: unknown }).code); // CAST: as RelayError has it.
  };

  it('is neither a yes nor a no that only one node gives', async () => {
    const [stranger, contract] = [freshAddress() as Address, freshAddress() as Address];
    await scene.rpc('anvil_setCode', [contract, takesAll]);

    expect(await isTaken(stranger, yes)).to.equal('CHAIN_UNREACHABLE');
    expect(await isTaken(contract, no)).to.equal('CHAIN_UNREACHABLE');
    expect([await isTaken(stranger, no), await isTaken(contract, yes)]).to.deep.equal([
      false,
      true,
    ]);
  });

  it('is a contract if there is code, and a key if there is none or only a delegation', async () => {
    liar.behave(honest);
    const { chainReader } = scene.over([liar.url, scene.rpcUrl]);
    const wallets = walletSignatures(chainReader);
    const [key, contract, delegated] = [freshAddress(), freshAddress(), freshAddress()].map(
      (one) => one as Address, // CAST: an address.
    );
    if (key === undefined || contract === undefined || delegated === undefined) expect.fail();
    await scene.rpc('anvil_setCode', [contract, takesAll]);
    await scene.rpc('anvil_setCode', [delegated, `0xef0100${'5a'.repeat(20)}`]);

    const told: boolean[] = [];
    for (const account of [key, contract, delegated])
      told.push(await wallets.isContract(scene.chain, account, signal));
    expect(told).to.deep.equal([false, true, false]);
  });
});
