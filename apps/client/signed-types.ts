/**
 * The structs that are signed here, as their contracts have them. A service that could choose them
 * could have another one signed under a name that was checked: ethers takes the struct from the types.
 */
const signedTypes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  PermitTransferFrom: {
    PermitTransferFrom: [
      'TokenPermissions permitted',
      'address spender',
      'uint256 nonce',
      'uint256 deadline',
    ],
    TokenPermissions: ['address token', 'uint256 amount'],
  },
  PermitSingle: {
    PermitSingle: ['PermitDetails details', 'address spender', 'uint256 sigDeadline'],
    PermitDetails: ['address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'],
  },
  Permit: {
    Permit: [
      'address owner',
      'address spender',
      'uint256 value',
      'uint256 nonce',
      'uint256 deadline',
    ],
  },
  PackedUserOperation: {
    PackedUserOperation: [
      'address sender',
      'uint256 nonce',
      'bytes initCode',
      'bytes callData',
      'bytes32 accountGasLimits',
      'uint256 preVerificationGas',
      'bytes32 gasFees',
      'bytes paymasterAndData',
    ],
  },
  Link: {
    Link: ['address vault', 'address hot', 'uint256 expires', 'bytes32 nonce'],
  },
  PermitWitnessTransferFrom: {
    PermitWitnessTransferFrom: [
      'TokenPermissions permitted',
      'address spender',
      'uint256 nonce',
      'uint256 deadline',
      'Witness witness',
    ],
    TokenPermissions: ['address token', 'uint256 amount'],
    Witness: ['address to', 'uint256 validAfter'],
  },
  TransferWithAuthorization: {
    TransferWithAuthorization: [
      'address from',
      'address to',
      'uint256 value',
      'uint256 validAfter',
      'uint256 validBefore',
      'bytes32 nonce',
    ],
  },
};

/** Throws on a struct that nothing here signs. */
export function typesOf(primaryType: string): Record<string, { name: string; type: string }[]> {
  const types = signedTypes[primaryType];
  if (types === undefined) throw new TypeError(`not signed: nothing here signs a ${primaryType}`);
  return Object.fromEntries(
    Object.entries(types).map(([struct, members]) => [struct, members.map(memberOf)]),
  );
}

function memberOf(text: string): { name: string; type: string } {
  const [type = '', name = ''] = text.split(' ');
  return { name, type };
}
