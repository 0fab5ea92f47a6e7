import { expect } from 'chai';
import { signPermit } from './sign-permit.ts';
import type { Eip1193Provider, EthersSigner, TypedData } from './signer.ts';
import {
  type Asked,
  owner,
  sampleAsked,
  sampleWanted,
  token,
} from './testing/sample-sign-request.ts';

const { signRequest, execute } = sampleAsked;

describe('signing a permit', () => {
  it('has an ethers signer sign both, and puts them into the execute body', async () => {
    const types: unknown[] = [];
    const signer: EthersSigner = {
      getAddress: async () => owner,
      async signTypedData(domain, given) {
        types.push(Object.keys(given));
        return `0x${domain.name === 'Permit2' ? 'aa' : 'bb'}`;
      },
    };

    const body = await signPermit(signer, sampleAsked, sampleWanted);

    expect(types).to.deep.equal([['PermitTransferFrom', 'TokenPermissions'], ['Permit']]);
    expect(body).to.deep.equal({
      ...execute,
      permit2: {
        owner,
        permitted: { token, amount: '5000000' },
        nonce: '7',
        deadline: '1763601800',
        signature: '0xaa',
        allowance: { kind: 'eip2612', value: '5000000', deadline: '1763601800', signature: '0xbb' },
      },
    });
  });

  it("asks a wallet for what eth_signTypedData_v4 expects, including the domain's own type", async () => {
    const { provider, calls } = wallet(['0xaa', '0xbb']);

    const { permit2 } = await signPermit(provider, sampleAsked, sampleWanted);

    const [accounts, permit, allowance] = calls;
    expect([accounts?.method, permit?.method, allowance?.method]).to.deep.equal([
      'eth_requestAccounts',
      'eth_signTypedData_v4',
      'eth_signTypedData_v4',
    ]);
    expect([permit2.signature, permit2.allowance?.signature]).to.deep.equal(['0xaa', '0xbb']);
    expect(typedDataIn(permit)).to.deep.equal([owner, signRequest.eip712]);
    expect(typedDataIn(allowance)).to.deep.equal([owner, signRequest.allowance?.eip712]);
  });

  it("signs the struct that it checked, with the types of its contract, whatever the service's are", async () => {
    const types = {
      ...signRequest.eip712.types,
      EIP712Domain: [{ name: 'name', type: 'string' }],
      PermitTransferFrom: [{ name: 'spender', type: 'address' }],
      // Ethers takes the struct from the types: it would be an allowance for the spender.
      PermitSingle: [
        { name: 'details', type: 'PermitTransferFrom' },
        { name: 'spender', type: 'address' },
      ],
    };
    const asked = { ...signRequest, eip712: { ...signRequest.eip712, types } };
    const { provider, calls } = wallet(['0xaa', '0xbb']);

    await signPermit(provider, { execute, signRequest: asked }, sampleWanted);

    expect(typedDataIn(calls[1])).to.deep.equal([owner, signRequest.eip712]);
  });

  it('asks for one signature if Permit2 is approved already', async () => {
    const { provider, calls } = wallet(['0xaa']);
    const { allowance: _approved, ...once } = signRequest;

    const { permit2 } = await signPermit(provider, { execute, signRequest: once }, sampleWanted);

    expect(permit2).not.to.have.property('allowance');
    expect(calls).to.have.length(2);
  });

  it('signs for no memo but the requested one, and for no claimable balance that was not requested', async () => {
    const hash = { type: 'hash', value: `${'ab'.repeat(31)}CD` } as const;
    const base64 = Buffer.from(hash.value, 'hex').toString('base64');
    const text = { type: 'text', value: 'Abc' } as const;
    const outcomeOf = (
      found: Partial<Asked['execute']>,
      wanted: Pick<typeof sampleWanted, 'memo' | 'claimable'>,
    ): Promise<string> =>
      signPermit(
        wallet(['0xaa', '0xbb']).provider,
        { signRequest, execute: { ...execute, ...found } },
        { ...sampleWanted, ...wanted },
      ).then(
        () => 'signed',
        (error: Error) => error.message,
      );

    expect(
      await outcomeOf({ memo: text, claimable: true }, { memo: text, claimable: true }),
    ).to.equal('signed');
    expect(await outcomeOf({ memo: hash }, { memo: { ...hash, value: base64 } })).to.equal(
      'signed',
    );
    for (const [found, wanted] of [
      [{}, { memo: text }],
      [{ memo: text }, {}],
      [{ memo: { ...text, value: 'abc' } }, { memo: text }],
      [{ memo: { type: 'id', value: '7' } }, { memo: { type: 'text', value: '7' } }],
    ] as const)
      expect(await outcomeOf(found, wanted)).to.contain('not signed: execute.memo is ');
    expect(await outcomeOf({ claimable: true }, {})).to.contain(
      'not signed: execute.claimable is true',
    );
  });

  it('signs nothing that is not the transfer that was asked for', async () => {
    const { allowance } = signRequest;
    if (allowance === undefined) throw new Error('the sample has an allowance');
    const other = '0x3333333333333333333333333333333333333333';
    const permit = (change: Partial<TypedData>): Asked => ({
      execute,
      signRequest: { ...signRequest, eip712: { ...signRequest.eip712, ...change } },
    });
    const approval = (change: Partial<TypedData>): Asked => ({
      execute,
      signRequest: {
        ...signRequest,
        allowance: { ...allowance, eip712: { ...allowance.eip712, ...change } },
      },
    });
    const { domain, message } = signRequest.eip712;
    const traps: Readonly<Record<string, Asked>> = {
      'eip712.primaryType': permit({ primaryType: 'PermitSingle' }),
      'eip712.domain.verifyingContract': permit({
        domain: { ...domain, verifyingContract: other },
      }),
      'eip712.domain.chainId': permit({ domain: { ...domain, chainId: 1 } }),
      'eip712.message.permitted.token': permit({
        message: { ...message, permitted: { token: other, amount: '5000000' } },
      }),
      'eip712.message.permitted.amount': permit({
        message: { ...message, permitted: { token, amount: '5000001' } },
      }),
      'eip712.message.spender': permit({ message: { ...message, spender: other } }),
      'allowance.eip712.primaryType': approval({ primaryType: 'Approve' }),
      'allowance.eip712.domain.verifyingContract': approval({
        domain: { ...allowance.eip712.domain, verifyingContract: other },
      }),
      'allowance.eip712.message.spender': approval({
        message: { ...allowance.eip712.message, spender: other },
      }),
      'allowance.eip712.message.owner': approval({
        message: { ...allowance.eip712.message, owner: other },
      }),
    };

    for (const [name, asked] of Object.entries(traps)) {
      const { provider, calls } = wallet(['0xaa', '0xbb']);
      const error = await signPermit(provider, asked, sampleWanted).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error)
        .to.be.instanceOf(TypeError)
        .and.to.have.property('message')
        .that.contains(`not signed: ${name} is `);
      expect(calls.map(({ method }) => method)).to.deep.equal(['eth_requestAccounts']);
    }
  });

  it('signs nothing for a service that names another amount, token or recipient than was asked for', async () => {
    const other = '0x3333333333333333333333333333333333333333';
    const all = '250000000000';
    const permitted = { token: other, amount: all };
    const { message } = signRequest.eip712;
    const lies: Readonly<Record<string, Partial<Asked['execute']>>> = {
      'execute.fromChain': { fromChain: 1 },
      'execute.fromToken': { fromToken: other },
      'execute.amount': { amount: all },
      'execute.toAddress': { toAddress: other },
      'execute.toChain': { toChain: 10 },
      'execute.toToken': { toToken: other },
      'execute.minOut': { minOut: '4989999' },
    };

    for (const [name, lie] of Object.entries(lies)) {
      const { provider, calls } = wallet(['0xaa', '0xbb']);
      // It is at one with itself.
      const asked = {
        execute: { ...execute, ...lie },
        signRequest: {
          ...signRequest,
          amount: all,
          eip712: { ...signRequest.eip712, message: { ...message, permitted } },
        },
      };
      expect(await refusal(signPermit(provider, asked, sampleWanted))).to.contain(
        `not signed: ${name} is `,
      );
      expect(calls.map(({ method }) => method)).to.deep.equal(['eth_requestAccounts']);
    }
  });

  it('signs nothing that is valid for more than a day, or whose end is not in digits', async () => {
    const nowMs = 1_763_600_000_999;
    const ends: readonly (readonly [deadline: string, isSigned: boolean])[] = [
      ['1763686400', true],
      ['1763686401', false],
      ['115792089237316195423570985008687907853269984665640564039457584007913129639935', false],
      ['-1', false],
      ['0x1', false],
      ['', false],
    ];

    for (const [deadline, isSigned] of ends)
      for (const field of ['eip712.message.deadline', 'allowance.eip712.message.deadline']) {
        const { provider, calls } = wallet(['0xaa', '0xbb']);
        const asked = endingAt(deadline, field.startsWith('allowance'));
        const signing = signPermit(provider, asked, sampleWanted, () => nowMs);

        expect(await refusal(signing)).to.equal(
          isSigned
            ? 'signed'
            : `TypeError: not signed: ${field} is ${deadline}, and must be Unix seconds in digits, a day from now at the latest`,
        );
        expect(calls).to.have.length(isSigned ? 3 : 1);
      }
  });

  it('has a token named by its contract if it is not known here', async () => {
    const { provider } = wallet([]);
    const named = { ...sampleWanted, fromToken: 'DAI' };

    expect(await refusal(signPermit(provider, sampleAsked, named))).to.equal(
      'TypeError: not signed: DAI of chain 8453 is not known here; name its contract as fromToken',
    );
  });

  it("says how a devnet's USDC is named, whose contract is another than the one known here", async () => {
    const { provider, calls } = wallet(['0xaa', '0xbb']);
    const other = '0x3333333333333333333333333333333333333333';
    const asked = { ...sampleAsked, execute: { ...execute, fromToken: other } };

    expect(await refusal(signPermit(provider, asked, sampleWanted))).to.equal(
      `TypeError: not signed: execute.fromToken is ${other}, and USDC on 8453 is ${token}; where you know that this chain has another, as a devnet has, name its contract in place of USDC`,
    );
    expect(calls.map(({ method }) => method)).to.deep.equal(['eth_requestAccounts']);
  });

  it('fails with a message when a wallet shows no account', async () => {
    const error = await signPermit({ request: async () => [] }, sampleAsked, sampleWanted).then(
      () => null,
      (thrown: unknown) => thrown,
    );

    expect(error)
      .to.be.instanceOf(TypeError)
      .and.to.include({ message: 'the wallet shows no account' });
  });
});

/** The sample, with another end for the transfer, or for the allowance alone. */
function endingAt(deadline: string, isOfAllowance: boolean): Asked {
  const { allowance, eip712 } = signRequest;
  if (allowance === undefined) throw new Error('the sample has an allowance');
  const ending = (data: TypedData) => ({ ...data, message: { ...data.message, deadline } });
  return {
    execute,
    signRequest: isOfAllowance
      ? { ...signRequest, allowance: { ...allowance, eip712: ending(allowance.eip712) } }
      : { ...signRequest, deadline, eip712: ending(eip712) },
  };
}

function refusal(run: Promise<unknown>): Promise<string> {
  return run.then(() => 'signed', String);
}

type Call = Parameters<Eip1193Provider['request']>[0];

function wallet(signatures: string[]): {
  readonly provider: Eip1193Provider;
  readonly calls: readonly Call[];
} {
  const calls: Call[] = [];
  return {
    calls,
    provider: {
      async request(call) {
        calls.push(call);
        return call.method === 'eth_requestAccounts' ? [owner] : signatures.shift();
      },
    },
  };
}

function typedDataIn(call: Call | undefined): unknown {
  const [account, text] = call?.params ?? [];
  return [account, JSON.parse(String(text))];
}
