import { evmAddress, isEvmAddressShape } from '@interline/plugins';
import { z } from 'zod';

/**
 * An EVM address in any spelling; its checksum is not judged, since the checks compare it with one
 * we know.
 */
export const address = z.string().refine(isEvmAddressShape).transform(evmAddress);
