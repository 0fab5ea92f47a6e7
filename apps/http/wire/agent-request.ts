import * as z from 'zod';
import { requestFields } from './request-fields.ts';
import { routeRequestFields } from './route-request.ts';

/** RouteRequest with a floor. Unknown keys are ignored, so that an execute body is a valid agent body too. */
export const agentRequestBody = z.object({ ...routeRequestFields, minOut: requestFields.units.optional() });
