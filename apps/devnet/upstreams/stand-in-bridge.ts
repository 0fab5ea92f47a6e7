import { Interface } from 'ethers/abi';
import artifact from '../contracts/artifacts/StandInBridge.json' with { type: 'json' };

/** The calls of the devnet's bridge: the engines' own entrypoints, and the owner's. */
export const standInBridge = new Interface(artifact.abi);
