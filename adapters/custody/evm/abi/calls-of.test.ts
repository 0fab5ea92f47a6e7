import {
  asAmount,
  asUnits,
  type Address,
  evmAddress,
  evmChain,
  type Hex,
  nativeAddress,
  permit2Address,
} from '@interline/kernel';
import { authorizationCall } from './authorization.ts';
import { collectCall, paymentAddressOf, paymentMaker } from './payment-addresses.ts';
import { executorDeployment, payCall, runGroupsCall } from './batch-executor.ts';
import { callsOf } from './calls-of.ts';
import { approveCall, eip2612Call, transferCall } from './erc20-calls.ts';
import { witnessOf } from './multicall-witness.ts';
import { permitTransferFromCall } from './permit2-calls.ts';
import { expect } from 'chai';

const ours = evmAddress(`0x${'0a'.repeat(20)}`);
const payer = evmAddress(`0x${'0d'.repeat(20)}`);
const token = evmAddress(`0x${'c0'.repeat(20)}`);
const rail = evmAddress(`0x${'b0'.repeat(20)}`);
const signature: Hex = `0x${'11'.repeat(64)}1b`;
const pull = permitTransferFromCall(
  {
    chain: evmChain(8453),
    owner: payer,
    token,
    units: asAmount(5n),
    nonce: 77n,
    deadline: 9n,
    signature,
  },
  ours,
);
const call = (to: Address, data: Hex, value = 0n) => ({ to, data, value });

describe('the calls of a transaction on chain', () => {
  it('name what was collected for an invoice, and what its payer had signed', () => {
    const id = 'inv_00112233445566778899aabbccddeeff';
    const from = paymentAddressOf({ id, collector: ours, recipient: rail });
    const authorized = authorizationCall(
      {
        from: payer,
        to: evmAddress(from),
        value: asUnits(5n),
        validBefore: 9n,
        nonce: `0x${'77'.repeat(32)}`,
      },
      signature,
    );
    const does = [
      call(paymentMaker, collectCall({ id, recipient: rail }, token, 5n)),
      call(paymentMaker, collectCall({ id, recipient: rail }, nativeAddress, 6n)),
      call(token, authorized),
      call(paymentMaker, '0x12345678'),
    ].map((one) => callsOf(ours, one).calls[0]?.does);

    expect(does).to.deep.equal([
      { kind: 'collection', token, from, to: rail, units: 5n },
      { kind: 'collection', token: nativeAddress, from, to: rail, units: 6n },
      { kind: 'authorization', token, from: payer, to: from, units: 5n },
      { kind: 'other' },
    ]);
  });

  it('say in our words what each does, as far as we send such a thing', () => {
    const allowance = eip2612Call(payer, { kind: 'eip2612', value: 1n, deadline: 2n, signature });
    const does = [
      call(permit2Address, pull),
      call(token, transferCall(payer, 6n)),
      call(payer, '0x', 7n),
      call(token, approveCall(rail, 8n)),
      call(token, allowance ?? '0x'),
      call(ours, '0x'),
      call(executorDeployment.to, executorDeployment.data),
      call(rail, '0x12345678', 3n),
      call(permit2Address, '0x12345678'),
    ].map((one) => callsOf(ours, one).calls.map((other) => other.does));

    expect(does).to.deep.equal([
      [{ kind: 'pull', owner: payer, nonce: 77n }],
      [{ kind: 'payment', token, to: payer, units: 6n }],
      [{ kind: 'payment', token: 'native', to: payer, units: 7n }],
      [{ kind: 'approve', token, spender: rail, units: 8n }],
      [{ kind: 'housekeeping' }],
      [{ kind: 'housekeeping' }],
      [{ kind: 'housekeeping' }],
      [{ kind: 'other' }],
      [{ kind: 'other' }],
    ]);
  });

  it('are those inside it, with their groups, where it is a multicall of ours', () => {
    const groups = runGroupsCall([
      { gasCap: 1n, calls: [call(permit2Address, pull), call(rail, '0x1234', 4n)] },
      { gasCap: 1n, calls: [call(token, transferCall(payer, 6n))] },
    ]);

    const listed = callsOf(ours, call(ours, groups));

    expect(listed.groups).to.equal(2);
    expect(
      listed.calls.map(({ to, data, group, value }) => [to, data, group, value]),
    ).to.deep.equal([
      [permit2Address, pull, 0, 0n],
      [rail, '0x1234', 0, 4n],
      [token, transferCall(payer, 6n), 1, 0n],
    ]);
  });

  it('are the same without the witness by which the executor shows that it ran', () => {
    const paying = { gasCap: 1n, calls: [call(token, transferCall(payer, 6n))] };

    const [plain, witnessed] = [[paying], [paying, witnessOf(ours)]].map((groups) =>
      callsOf(ours, call(ours, runGroupsCall(groups))),
    );

    expect(witnessed).to.deep.equal(plain);
    expect(witnessed?.groups).to.equal(1);
  });

  it('are its payments, a group each, where it pays many at once', () => {
    const data = payCall({
      token,
      gasCap: 1n,
      payments: [
        { to: payer, units: 6n },
        { to: rail, units: 7n },
      ],
    });

    const { calls, groups } = callsOf(ours, call(ours, data));

    expect(groups).to.equal(2);
    expect(calls.map((one) => [one.to, one.data, one.group, one.does])).to.deep.equal([
      [
        token,
        transferCall(payer, 6n),
        0,
        { kind: 'payment', token, to: payer, units: asUnits(6n) },
      ],
      [token, transferCall(rail, 7n), 1, { kind: 'payment', token, to: rail, units: 7n }],
    ]);
  });

  it('are not looked for in calldata that is cut off, or that goes to somebody else', () => {
    const groups = runGroupsCall([{ gasCap: 1n, calls: [call(token, transferCall(payer, 6n))] }]);
    const cut = groups.slice(0, -64) as Hex; // CAST: still hex.

    for (const one of [call(ours, cut), call(rail, groups)])
      expect(callsOf(ours, one).calls.map(({ does }) => does)).to.deep.equal([{ kind: 'other' }]);
  });
});
