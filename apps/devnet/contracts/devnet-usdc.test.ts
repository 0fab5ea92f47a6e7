import { expect } from 'chai';
import {
  Contract,
  JsonRpcProvider,
  Signature,
  Wallet,
  hexlify,
  randomBytes,
  type TypedDataDomain,
} from 'ethers';
import { type Devnet, startDevnet } from '../supervisor.ts';
import artifact from './artifacts/DevnetUsdc.json' with { type: 'json' };

const permitTypes = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
};
const transferFields = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
];
const farFuture = 4_000_000_000n;

describe('the devnet USDC', () => {
  let devnet: Devnet;
  let provider: JsonRpcProvider;
  let relayer: Wallet;
  let address: string;
  let usdc: Contract;
  let domain: TypedDataDomain;

  before(async () => {
    devnet = await startDevnet({ chainIds: [8453] });
    const [chain] = devnet.chains;
    address = chain?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    provider = new JsonRpcProvider(chain?.rpcUrl, 8453, {
      staticNetwork: true,
      batchMaxCount: 1,
      pollingInterval: 20,
      cacheTimeout: -1,
    });
    relayer = new Wallet(Wallet.createRandom().privateKey, provider);
    await devnet.faucet({
      chainId: 8453,
      token: 'native',
      to: relayer.address,
      amount: 10n ** 18n,
    });
    usdc = new Contract(address, artifact.abi, relayer);
    domain = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: address };
  });

  after(async () => {
    provider.destroy();
    await devnet.stop();
  });

  it('has six decimals and signs under version "2"', async () => {
    const told = await Promise.all([
      read('symbol'),
      read('name'),
      read('decimals'),
      read('version'),
    ]);
    const [, name, version, chainId, verifyingContract] = (await read('eip712Domain')) as unknown[];

    expect(told).to.deep.equal(['USDC', 'USD Coin', 6n, '2']);
    expect({ name, version, chainId, verifyingContract }).to.deep.equal({
      name: 'USD Coin',
      version: '2',
      chainId: 8453n,
      verifyingContract: address,
    });
  });

  it('takes a permit from a payer without gas', async () => {
    const payer = Wallet.createRandom();
    const permit = {
      owner: payer.address,
      spender: relayer.address,
      value: 5_000_000n,
      nonce: 0n,
      deadline: farFuture,
    };
    const { v, r, s } = Signature.from(await payer.signTypedData(domain, permitTypes, permit));

    await send('permit', permit.owner, permit.spender, permit.value, permit.deadline, v, r, s);

    expect(await read('allowance', payer.address, relayer.address)).to.equal(5_000_000n);
    expect(await read('nonces', payer.address)).to.equal(1n);
  });

  it('refuses a permit that is late, replayed or signed by another', async () => {
    const payer = Wallet.createRandom();
    const permit = {
      owner: payer.address,
      spender: relayer.address,
      value: 1n,
      nonce: 0n,
      deadline: farFuture,
    };
    const signed = Signature.from(await payer.signTypedData(domain, permitTypes, permit));
    const stranger = Signature.from(
      await Wallet.createRandom().signTypedData(domain, permitTypes, permit),
    );
    const call = (deadline: bigint, { v, r, s }: Signature): Promise<void> =>
      send('permit', permit.owner, permit.spender, permit.value, deadline, v, r, s);

    expect(await refusalOf(call(1n, signed))).to.equal('PermitExpired');
    expect(await refusalOf(call(farFuture, stranger))).to.equal('PermitSignerMismatch');
    await call(farFuture, signed);
    expect(await refusalOf(call(farFuture, signed))).to.equal('PermitSignerMismatch');
  });

  it('moves value by a signed authorization, once', async () => {
    const payer = await payerWith(3_000_000n);
    const shop = Wallet.createRandom().address;
    const transfer = authorization(payer.address, shop, 2_000_001n);
    const { v, r, s } = Signature.from(
      await payer.signTypedData(domain, { TransferWithAuthorization: transferFields }, transfer),
    );
    const call = (): Promise<void> =>
      send('transferWithAuthorization', ...Object.values(transfer), v, r, s);

    await call();

    expect(await read('balanceOf', shop)).to.equal(2_000_001n);
    expect(await read('authorizationState', payer.address, transfer.nonce)).to.equal(true);
    expect(await refusalOf(call())).to.equal('ERC3009UsedAuthorization');
  });

  it('lets only the receiver use a receive authorization', async () => {
    const payer = await payerWith(10n);
    const toOther = authorization(payer.address, Wallet.createRandom().address, 10n);
    const toRelayer = authorization(payer.address, relayer.address, 10n);
    const call = async (transfer: Authorization): Promise<void> => {
      const { v, r, s } = Signature.from(
        await payer.signTypedData(domain, { ReceiveWithAuthorization: transferFields }, transfer),
      );
      return send('receiveWithAuthorization', ...Object.values(transfer), v, r, s);
    };

    expect(await refusalOf(call(toOther))).to.equal('ERC20InvalidReceiver');
    await call(toRelayer);

    expect(await read('balanceOf', payer.address)).to.equal(0n);
  });

  it('forgets an authorization its signer cancelled', async () => {
    const payer = await payerWith(10n);
    const transfer = authorization(payer.address, relayer.address, 10n);
    const types = {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    };
    const cancel = Signature.from(
      await payer.signTypedData(domain, types, {
        authorizer: payer.address,
        nonce: transfer.nonce,
      }),
    );
    const { v, r, s } = Signature.from(
      await payer.signTypedData(domain, { TransferWithAuthorization: transferFields }, transfer),
    );

    await send('cancelAuthorization', payer.address, transfer.nonce, cancel.v, cancel.r, cancel.s);

    expect(
      await refusalOf(send('transferWithAuthorization', ...Object.values(transfer), v, r, s)),
    ).to.equal('ERC3009UsedAuthorization');
  });

  it('moves nothing from or to a blacklisted address until it is taken off', async () => {
    await devnet.faucet({ chainId: 8453, token: 'USDC', to: relayer.address, amount: 2n });
    const shop = Wallet.createRandom().address;
    const owner = await provider.getSigner(String(await read('owner')));
    const asOwner = async (method: string, account: string): Promise<void> => {
      await (await usdc.connect(owner).getFunction(method).send(account)).wait();
    };

    await asOwner('blacklist', shop);
    const toListed = await refusalOf(send('transfer', shop, 1n));
    await asOwner('unBlacklist', shop);
    await asOwner('blacklist', relayer.address);
    const fromListed = await refusalOf(send('transfer', shop, 1n));
    await asOwner('unBlacklist', relayer.address);
    await send('transfer', shop, 1n);

    expect([toListed, fromListed]).to.deep.equal(['AccountBlacklisted', 'AccountBlacklisted']);
    expect(await read('balanceOf', shop)).to.equal(1n);
  });

  it('is minted by the faucet and blacklisted by the owner only', async () => {
    expect(await refusalOf(send('mint', relayer.address, 1n))).to.equal('NotTheMinter');
    expect(await refusalOf(send('blacklist', relayer.address))).to.equal(
      'OwnableUnauthorizedAccount',
    );
  });

  type Authorization = ReturnType<typeof authorization>;

  function authorization(from: string, to: string, value: bigint) {
    return {
      from,
      to,
      value,
      validAfter: 0n,
      validBefore: farFuture,
      nonce: hexlify(randomBytes(32)),
    };
  }

  async function payerWith(amount: bigint) {
    const payer = Wallet.createRandom();
    await devnet.faucet({ chainId: 8453, token: 'USDC', to: payer.address, amount });
    return payer;
  }

  function read(method: string, ...args: unknown[]): Promise<unknown> {
    return usdc.getFunction(method).staticCall(...args);
  }

  async function send(method: string, ...args: unknown[]): Promise<void> {
    await (await usdc.getFunction(method).send(...args)).wait();
  }

  /** The name of the contract's own error a call ends in. */
  async function refusalOf(call: Promise<void>): Promise<string> {
    try {
      await call;
      return 'none';
    } catch (error) {
      const { data } = error as { data?: string }; // CAST: ethers puts the revert data there.
      return usdc.interface.parseError(data ?? '0x')?.name ?? String(error);
    }
  }
});
