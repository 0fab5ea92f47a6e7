import { agree } from './check-sign-request.ts';
import type { PreparedSponsoredCall } from './generated/shapes/prepared-sponsored-call.ts';
import type { SponsorExecuteBody } from './generated/shapes/sponsor-execute-body.ts';
import { type EthersSigner, signTyped } from './signer.ts';

/** A signer of ethers that can authorize code for its own account (EIP-7702). */
export interface AuthorizingSigner extends EthersSigner {
  authorize(request: {
    readonly chainId: number;
    readonly address: string;
    readonly nonce: number;
  }): Promise<{
    readonly signature: { readonly r: string; readonly s: string; readonly yParity: 0 | 1 };
  }>;
}

/** What the payer asked for, and what it lets that cost. */
export interface WantedCalls {
  readonly chainId: number;
  readonly calls: readonly {
    readonly to: string;
    /** Digits; 0 where it is left out. */
    readonly value?: string;
    readonly data?: string;
  }[];
  /** The contract that the fee is paid in. */
  readonly feeToken: string;
  /** Digits, the fee token's smallest units. */
  readonly mostFee: string;
  /** Who is paid: GET /api/gasless/info names it. */
  readonly relayer: string;
}

const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108';
/** Simple7702Account of account-abstraction v0.8: what the account gets is not the service's to choose. */
const delegate = '0xe6Cae83BdE06E4c305530e199D7217f42808555B';
const nobody = `0x${'00'.repeat(20)}`;

/**
 * Signs sponsored calls as `POST /api/sponsor/prepare` answered them. Throws before anything is signed
 * where it is not these calls, behind one payment of the fee, or where the account would get other code.
 */
export async function signSponsored(
  signer: AuthorizingSigner,
  prepared: PreparedSponsoredCall,
  wanted: WantedCalls,
): Promise<SponsorExecuteBody> {
  const account = await signer.getAddress();
  checkPrepared(prepared, account, wanted);
  const signature = await signTyped(signer, account, prepared.eip712);
  const { id, authorization } = prepared;
  if (authorization === undefined) return { id, signature };
  return { id, signature, authorization: await authorized(signer, authorization) };
}

/** Signs what takes the code off the account again, as `POST /api/sponsor/revoke` answered it. */
export async function signRevocation(
  signer: AuthorizingSigner,
  authorization: NonNullable<PreparedSponsoredCall['authorization']>,
  chainId: number,
): Promise<NonNullable<SponsorExecuteBody['authorization']>> {
  agree('authorization.address', authorization.address, nobody);
  agree('authorization.chainId', authorization.chainId, chainId);
  return authorized(signer, authorization);
}

function checkPrepared(
  { fee, eip712, authorization, delegated }: PreparedSponsoredCall,
  account: string,
  { chainId, calls, feeToken, mostFee, relayer }: WantedCalls,
): void {
  agree('fee.token', fee.token, feeToken);
  if (BigInt(fee.amount) > BigInt(mostFee))
    throw new TypeError(`not signed: the fee is ${fee.amount}, and ${mostFee} is the most`);
  const { message } = eip712;
  const feeData = `0xa9059cbb${wordOf(BigInt(relayer))}${wordOf(BigInt(fee.amount))}`;
  for (const [name, found, meant] of [
    ['primaryType', eip712.primaryType, 'PackedUserOperation'],
    ['domain.chainId', eip712.domain.chainId, chainId],
    ['domain.verifyingContract', eip712.domain.verifyingContract, entryPoint],
    ['message.sender', message['sender'], account],
    ['message.callData', message['callData'], batchOf([{ to: feeToken, data: feeData }, ...calls])],
    ['message.initCode', message['initCode'], delegated ? '0x' : delegate],
    // With prices of its own it could take the account's coin beside the fee.
    ['message.gasFees', message['gasFees'], `0x${'00'.repeat(32)}`],
    ['message.preVerificationGas', message['preVerificationGas'], '0'],
    ['message.paymasterAndData', message['paymasterAndData'], '0x'],
  ] as const)
    agree(`eip712.${name}`, found, meant);
  if (authorization === undefined) return;
  agree('authorization.address', authorization.address, delegate);
  agree('authorization.chainId', authorization.chainId, chainId);
}

async function authorized(
  signer: AuthorizingSigner,
  { chainId, address, nonce }: NonNullable<PreparedSponsoredCall['authorization']>,
): Promise<NonNullable<SponsorExecuteBody['authorization']>> {
  const { signature } = await signer.authorize({ chainId, address, nonce });
  const { r, s, yParity } = signature;
  return { chainId, address, nonce, yParity, r, s };
}

/** `executeBatch` of the delegate. */
function batchOf(calls: WantedCalls['calls']): string {
  const parts = calls.map(({ to, value = '0', data = '0x' }) => {
    const bytes = (data.length - 2) / 2;
    const padded = data.slice(2).padEnd(Math.ceil(bytes / 32) * 64, '0');
    return [BigInt(to), BigInt(value), 96n, BigInt(bytes)].map(wordOf).join('') + padded;
  });
  let offset = 32 * calls.length;
  const offsets = parts.map((part) => {
    const own = offset;
    offset += part.length / 2;
    return wordOf(BigInt(own));
  });
  return `0x34fcd5be${wordOf(32n)}${wordOf(BigInt(calls.length))}${offsets.join('')}${parts.join('')}`;
}

function wordOf(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
