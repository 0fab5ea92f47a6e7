/** What is checked in for each contract; bytecodes are 0x-prefixed hex. */
export type Artifact = {
  contractName: string;
  abi: unknown[];
  bytecode: string;
  deployedBytecode: string;
};

type CompiledContract = {
  abi: unknown[];
  evm: { bytecode: { object: string }; deployedBytecode: { object: string } };
};
type CompilerOutput = {
  errors?: { formattedMessage: string; sourceLocation?: { file: string } }[];
  contracts?: Record<string, Record<string, CompiledContract>>;
};

/** Abstract contracts and interfaces are left out: there is nothing to deploy. */
export function readCompilerOutput(source: string, answer: unknown): Artifact[] {
  const output = answer as CompilerOutput; // CAST: the compiler's own documented shape, at the edge.
  const complaints = (output.errors ?? []).filter(
    ({ sourceLocation }) => !sourceLocation?.file.startsWith('@'),
  );
  if (complaints.length > 0)
    throw new Error(complaints.map(({ formattedMessage }) => formattedMessage).join('\n'));

  return Object.entries(output.contracts?.[source] ?? {})
    .filter(([, { evm }]) => evm.bytecode.object !== '')
    .map(([contractName, { abi, evm }]) => ({
      contractName,
      abi,
      bytecode: `0x${evm.bytecode.object}`,
      deployedBytecode: `0x${evm.deployedBytecode.object}`,
    }));
}
