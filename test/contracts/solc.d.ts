// solc types its compiler as `any`; only the one call made here is declared.
declare module 'solc' {
  type ImportAnswer = { contents: string } | { error: string };

  const solc: {
    /**
     * Takes and answers Solidity's standard JSON; diagnostics come in its `errors`, nothing is
     * thrown.
     */
    compile(standardJson: string, callbacks: { import: (path: string) => ImportAnswer }): string;
  };
  export default solc;
}
