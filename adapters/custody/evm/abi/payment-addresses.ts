import single from '../contracts/artifacts/PaymentAddress.json' with { type: 'json' };
import maker from '../contracts/artifacts/PaymentAddresses.json' with { type: 'json' };
import { type Address, evmAddress, type Hex, nativeAddress } from '@interline/kernel';
import { getCreate2Address } from 'ethers/address';
import { keccak256 } from 'ethers/crypto';
import { deployer } from './batch-executor.ts';
import { addressWord, calldata, word } from './words.ts';

const salt: Hex = `0x${'0'.repeat(64)}`;

/** The contract that creates payment addresses, and the only caller that they accept. */
export const paymentMaker = evmAddress(
  getCreate2Address(deployer, salt, keccak256(maker.bytecode)),
);

/** Any account may send it; a second deployment reverts. */
export const makerDeployment: { readonly to: Address; readonly data: Hex } = {
  to: deployer,
  data: `${salt}${maker.bytecode.slice(2)}`,
};

interface Parties {
  readonly id: string;
  readonly collector: Address;
  readonly recipient: Address;
}

export function paymentAddressOf({ id, collector, recipient }: Parties): Address {
  return madeAt(collector, recipient, saltOf(id));
}

function madeAt(collector: Address, recipient: Address, ofId: string): Address {
  const own = keccak256(`0x${addressWord(collector)}${addressWord(recipient)}${ofId}`);
  return evmAddress(getCreate2Address(paymentMaker, own, keccak256(single.bytecode)));
}

/** `collect(...)` of the maker, which the collector calls. */
export function collectCall(
  { id, recipient }: Omit<Parties, 'collector'>,
  token: string,
  units: bigint,
): Hex {
  const tokenWord = token === nativeAddress ? word(0n) : addressWord(evmAddress(token));
  return calldata('0xd76851ef', saltOf(id), addressWord(recipient), tokenWord, word(units));
}

export interface CollectedCall {
  readonly token: string;
  readonly from: Address;
  readonly to: Address;
  readonly units: bigint;
}

/** What a call by the collector has moved; null for other calldata. */
export function readCollect(collector: Address, data: Hex): CollectedCall | null {
  const [, ofId, recipient, token, units] = collectShape.exec(data.toLowerCase()) ?? [];
  if (ofId === undefined || recipient === undefined || token === undefined) return null;
  const to = evmAddress(`0x${recipient}`);
  return {
    token: /^0+$/.test(token) ? nativeAddress : evmAddress(`0x${token}`),
    from: madeAt(collector, to, ofId),
    to,
    units: BigInt(`0x${units}`),
  };
}

const collectShape =
  /^0xd76851ef([0-9a-f]{64})0{24}([0-9a-f]{40})0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

/** The id itself stays secret: anyone who knows it may claim what was paid for. */
function saltOf(id: string): string {
  return keccak256(new TextEncoder().encode(`payment address ${id}`)).slice(2);
}
