/** The free passes of one client, and the size of one request for them. */
export const trialTerms = {
  perRequestMax: 300,
  bodyCapBytes: 40_000,
  recommendedBatch: 100,
  claimsPerIpPerDay: 5,
} as const;

/** A thousand blinded values fit in it. */
export const claimBodyCapBytes = 400_000;
