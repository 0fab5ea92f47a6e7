import { expect } from 'chai';
import { AbiCoder, Interface } from 'ethers';
import { batchExecutor } from '@interline/adapters/custody/evm';
import { freshWallet } from '../../support/fresh-wallet.ts';
import { custodyScene, type CustodyScene } from './custody-scene.ts';
import { mined, type PlainReceipt } from '../../support/mined.ts';
import { Payer } from './payer.ts';

const contract = new Interface(batchExecutor.abi);
const executorAddress = '0x00000000000000000000000000000000000d0010';
const stranger = '0x00000000000000000000000000000000000d0011';
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

type Call = readonly [to: string, value: bigint, gasCap: bigint, data: string];
type Result = readonly [ok: boolean, gasUsed: bigint, returned: string];

describe('the batch executor', () => {
  let scene: CustodyScene;
  const relayer = freshWallet();
  before(async () => {
    scene = await custodyScene();
    await scene.rpc('anvil_setCode', [executorAddress, batchExecutor.deployedBytecode]);
    await scene.give('native', relayer.address, 10n ** 18n);
    await delegate();
  });
  after(() => scene.close());

  /** By a real EIP-7702 transaction, which takes two nonces. */
  async function delegate(): Promise<void> {
    const authorization = await relayer.authorize({
      address: executorAddress,
      nonce: 1,
      chainId: scene.chainId,
    });
    await mined(
      scene.rpc,
      await scene.rpc('eth_sendRawTransaction', [
        await relayer.signTransaction({
          type: 4,
          chainId: scene.chainId,
          nonce: 0,
          to: relayer.address,
          gasLimit: 100_000n,
          maxFeePerGas: 10n ** 10n,
          maxPriorityFeePerGas: 1n,
          authorizationList: [authorization],
        }),
      ]),
    );
  }
  const dataOf = (calls: readonly Call[]): string => contract.encodeFunctionData('run', [calls]);
  const rehearse = async (
    calls: readonly Call[],
    from = relayer.address,
  ): Promise<readonly Result[]> => {
    const returned = await scene.rpc('eth_call', [
      { from, to: relayer.address, data: dataOf(calls) },
      'latest',
    ]);
    return contract
      .decodeFunctionResult('run', String(returned))
      .toArray(true)[0] as readonly Result[]; // CAST: the ABI's own shape.
  };
  const send = (calls: readonly Call[], gasLimit = 5_000_000n): Promise<PlainReceipt> =>
    sendData(dataOf(calls), gasLimit);
  async function sendData(data: string, gasLimit: bigint): Promise<PlainReceipt> {
    const nonce = Number(await scene.rpc('eth_getTransactionCount', [relayer.address, 'latest']));
    const raw = await relayer.signTransaction({
      type: 2,
      chainId: scene.chainId,
      nonce,
      to: relayer.address,
      data,
      gasLimit,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    });
    const hash = await scene.rpc('eth_sendRawTransaction', [raw]);
    return mined(scene.rpc, hash);
  }
  const balanceOf = async (account: string): Promise<bigint> =>
    BigInt(
      String(
        await scene.rpc('eth_call', [
          { to: scene.usdc, data: `0x70a08231${account.slice(2).padStart(64, '0')}` },
          'latest',
        ]),
      ),
    );
  const transfer = (to: string, units: bigint): string =>
    `0xa9059cbb${to.slice(2).padStart(64, '0')}${units.toString(16).padStart(64, '0')}`;

  it('lets only the account itself start a batch', async () => {
    await scene.rpc('anvil_setBalance', [stranger, '0xde0b6b3a7640000']);

    const refused = await rehearse([[stranger, 1n, 0n, '0x']], stranger).catch((error: unknown) =>
      String(error),
    );

    expect(refused).to.match(/execution reverted/);
    expect(await rehearse([[stranger, 1n, 0n, '0x']])).to.have.length(1);
  });

  it('calls as the account, so that what others signed for the relayer stays valid', async () => {
    // Answers with its caller.
    await scene.rpc('anvil_setCode', [stranger, '0x335f5260205ff3']);

    const [[ok, , returned] = expect.fail()] = await rehearse([[stranger, 0n, 0n, '0x']]);

    expect([ok, returned]).to.deep.equal([
      true,
      AbiCoder.defaultAbiCoder().encode(['address'], [relayer.address]),
    ]);
  });

  it('runs the calls after one that fails, and says which failed and why', async () => {
    await scene.give('USDC', relayer.address, 100n);

    const { status } = await send([
      [scene.usdc, 0n, 0n, transfer(stranger, 60n)],
      [scene.usdc, 0n, 0n, transfer(stranger, 60n)],
      [scene.usdc, 0n, 0n, transfer(stranger, 40n)],
    ]);
    const results = await rehearse([
      [scene.usdc, 0n, 0n, transfer(stranger, 1n)],
      [scene.usdc, 0n, 0n, '0x70a08231'.padEnd(74, '0')],
    ]);

    expect([status, await balanceOf(stranger), await balanceOf(relayer.address)]).to.deep.equal([
      '0x1',
      100n,
      0n,
    ]);
    expect(results.map(([ok, , returned]) => [ok, returned.slice(0, 10)])).to.deep.equal([
      [false, '0xe450d38c'],
      [true, '0x00000000'],
    ]);
  });

  it('keeps a call that burns its gas from starving the others', async () => {
    const burner = '0x00000000000000000000000000000000000d0012';
    await scene.rpc('anvil_setCode', [burner, '0xfe']);
    await scene.give('USDC', relayer.address, 5n);

    const { status } = await send(
      [
        [burner, 0n, 100_000n, '0x'],
        [scene.usdc, 0n, 0n, transfer(stranger, 5n)],
      ],
      400_000n,
    );

    expect([status, await balanceOf(relayer.address)]).to.deep.equal(['0x1', 0n]);
  });

  it('keeps at most 256 bytes of what a call returns', async () => {
    const shouter = '0x00000000000000000000000000000000000d0013';
    // Returns 10,000 bytes.
    await scene.rpc('anvil_setCode', [shouter, '0x6127105ff3']);

    const [[ok, , returned] = expect.fail()] = await rehearse([[shouter, 0n, 0n, '0x']]);

    expect([ok, (returned.length - 2) / 2]).to.deep.equal([true, 256]);
  });

  it('sends coin along, and the account still takes coin', async () => {
    await send([['0x00000000000000000000000000000000000d0014', 9n, 0n, '0x']]);
    await scene.give('native', relayer.address, 1n);

    expect(
      await scene.rpc('eth_getBalance', ['0x00000000000000000000000000000000000d0014', 'latest']),
    ).to.equal('0x9');
  });

  describe('with groups', () => {
    type Group = readonly [
      gasCap: bigint,
      moves: readonly (readonly [to: string, value: bigint, data: string])[],
    ];
    const plenty = 200_000n;
    const groupData = (groups: readonly Group[]): string =>
      contract.encodeFunctionData('runGroups', [groups]);
    const pay = (units: bigint): Group[1][number] => [scene.usdc, 0n, transfer(stranger, units)];

    async function run(
      groups: readonly Group[],
      gasLimit = 3_000_000n,
    ): Promise<{ readonly status: string; readonly failed: readonly number[] }> {
      const { status, logs } = await sendData(groupData(groups), gasLimit);
      const said = logs
        .filter((log) => log.address === relayer.address.toLowerCase())
        .map((log) => contract.parseLog(log));
      return { status, failed: said.map((one) => Number(one?.args['index'])) };
    }

    it('lets only the account itself start them, or a single one', async () => {
      for (const data of [groupData([]), contract.encodeFunctionData('runWhole', [[]])]) {
        expect(
          await scene
            .rpc('eth_call', [{ from: stranger, to: relayer.address, data }, 'latest'])
            .catch(() => 'reverted'),
        ).to.equal('reverted');
        expect(
          await scene.rpc('eth_call', [
            { from: relayer.address, to: relayer.address, data },
            'latest',
          ]),
        ).to.equal('0x');
      }
    });

    it('leaves nothing of one that fails halfway, everything of the others, and says which it was', async () => {
      await scene.give('USDC', relayer.address, 100n);
      const held = await balanceOf(stranger);

      const outcome = await run([
        [plenty, [pay(10n)]],
        [plenty, [pay(20n), pay(1_000n)]],
        [plenty, [pay(30n), pay(40n)]],
        [plenty, [pay(1_000n)]],
      ]);

      expect(outcome).to.deep.equal({ status: '0x1', failed: [1, 3] });
      expect([(await balanceOf(stranger)) - held, await balanceOf(relayer.address)]).to.deep.equal([
        80n,
        20n,
      ]);
    });

    it('keeps one that burns its gas from starving the others', async () => {
      const burner = '0x00000000000000000000000000000000000d0016';
      await scene.rpc('anvil_setCode', [burner, '0xfe']);
      const held = await balanceOf(stranger);

      const outcome = await run(
        [
          [
            100_000n,
            [
              [burner, 0n, '0x'],
              [burner, 0n, '0x'],
            ],
          ],
          [100_000n, [[burner, 0n, '0x']]],
          [plenty, [pay(5n)]],
        ],
        600_000n,
      );

      expect(outcome).to.deep.equal({ status: '0x1', failed: [0, 1] });
      expect((await balanceOf(stranger)) - held).to.equal(5n);
    });

    it('that are transfers of one token are paid in one list, if one that fails leaves the others whole', async () => {
      await scene.give('USDC', relayer.address, 100n);
      const before = [await balanceOf(stranger), await balanceOf(relayer.address)];
      const data = contract.encodeFunctionData('pay', [
        scene.usdc,
        plenty,
        [
          [stranger, 10n],
          [stranger, 10_000_000n],
          [stranger, 30n],
        ],
      ]);

      expect(
        await scene
          .rpc('eth_call', [{ from: stranger, to: relayer.address, data }, 'latest'])
          .catch(() => 'reverted'),
      ).to.equal('reverted');
      const { status, logs } = await sendData(data, 1_000_000n);

      const said = logs
        .filter((log) => log.address === relayer.address.toLowerCase())
        .map((log) => contract.parseLog(log)?.args['index'] as bigint); // CAST: the event's only argument.
      expect([status, said]).to.deep.equal(['0x1', [1n]]);
      expect([await balanceOf(stranger), await balanceOf(relayer.address)]).to.deep.equal([
        (before[0] ?? 0n) + 40n,
        (before[1] ?? 0n) - 40n,
      ]);
    });

    it('says nothing under its own address for a contract that shouts the same words', async () => {
      // LOG2 with the topic of GroupFailed and index 0, and nothing else.
      const parrot = '0x00000000000000000000000000000000000d0017';
      await scene.rpc('anvil_setCode', [
        parrot,
        `0x5f7f${contract.getEvent('GroupFailed')?.topicHash.slice(2) ?? ''}5f5fa200`,
      ]);

      expect(await run([[plenty, [[parrot, 0n, '0x']]]])).to.deep.equal({
        status: '0x1',
        failed: [],
      });
    });
  });

  it("pulls twenty payers' permits for at most 47,700 gas each", async () => {
    const deadline = (await scene.now()) + 1_800n;
    const recipient = '0x00000000000000000000000000000000000d0015';
    await scene.give('USDC', recipient, 1n);
    const payers = await Promise.all(Array.from({ length: 20 }, () => scene.payer(1_000n)));
    const spender = relayer.address.toLowerCase() as `0x${string}` as Payer['address'];
    const calls = payers.map((payer): Call => {
      const { signature } = payer.permit({
        token: scene.usdc,
        spender,
        units: 1_000n,
        nonce: 0n,
        deadline,
      });
      return [
        permit2,
        0n,
        0n,
        permitCall.encodeFunctionData('permitTransferFrom', [
          [[scene.usdc, 1_000n], 0n, deadline],
          [recipient, 1_000n],
          payer.address,
          signature,
        ]),
      ];
    });

    const { status, gasUsed } = await send(calls);

    expect([status, await balanceOf(recipient)]).to.deep.equal(['0x1', 20_001n]);
    expect(Number(gasUsed) / 20).to.be.below(47_700);
  });
});

const permitCall = new Interface([
  'function permitTransferFrom(((address token,uint256 amount) permitted,uint256 nonce,uint256 deadline) permit,(address to,uint256 requestedAmount) transferDetails,address owner,bytes signature)',
]);
