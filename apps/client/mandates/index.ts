export * from './issue-mandate.ts';
export * from './present-mandate.ts';
export * from './prove-mandate.ts';
export * from './sign-allowance.ts';
