import { Routes } from './0001-routes.ts';
import { Effects } from './0002-effects.ts';
import { Books } from './0003-books.ts';
import { Requests } from './0004-requests.ts';
import { Work } from './0005-work.ts';
import { Upstreams } from './0006-upstreams.ts';
import { Batches } from './0007-batches.ts';
import { DeliveryRecords } from './0008-delivery-records.ts';

/** In the order they run; a folder glob would break in bundles. */
export const migrations = [Routes, Effects, Books, Requests, Work, Upstreams, Batches, DeliveryRecords];
