import * as z from 'zod';

const wantedSize = 'a size of the log: digits';
const wantedLeaf = 'the hash of a leaf (RFC 6962) in hex: 64 digits';
const wantedLevel = 'a level from 0 to 7, or "entries"';
const wantedPart = "a part of a tile's path as c2sp.org/tlog-tiles writes it, such as 000 or x001";

/** No tree of 256^8 leaves is served. */
const level = z
  .string()
  .regex(/^([0-7]|entries)$/, { error: wantedLevel })
  .meta({
    description: wantedLevel,
    examples: ['0'],
  });
const part = z
  .string()
  .regex(/^(x?[0-9]{3}(\.p)?|[0-9]{1,3})$/, { error: wantedPart })
  .meta({ description: wantedPart, examples: ['000'] });

export const tilePaths = [
  z.object({ level, first: part }),
  z.object({ level, first: part, second: part }),
  z.object({ level, first: part, second: part, third: part }),
] as const;

const size = z
  .string({ error: wantedSize })
  .regex(/^[1-9][0-9]{0,14}$/, { error: wantedSize })
  .transform(Number)
  .meta({ description: wantedSize });

export const consistencyQuery = z.object({ from: size, to: size });

export const inclusionQuery = z.object({
  leaf: z
    .string({ error: wantedLeaf })
    .regex(/^[0-9a-f]{64}$/, { error: wantedLeaf })
    .meta({ description: wantedLeaf }),
});

const proof = z
  .array(z.string())
  .max(126)
  .meta({ description: 'hashes in base64, as RFC 6962 has them' });

export const consistencyAnswer = z.object({ proof }).meta({ id: 'LogConsistency' });

export const inclusionAnswer = z
  .object({
    index: z.int().min(0),
    size: z.int().min(1).meta({ description: 'of the tree of the newest checkpoint' }),
    proof,
  })
  .meta({ id: 'LogInclusion' });

export const logKeys = z
  .object({
    origin: z.string().meta({ description: "the log's name" }),
    vkey: z.string().meta({ description: 'its key, as c2sp.org/signed-note has it' }),
    quorum: z.int().min(0).meta({ description: 'how many witnesses must cosign a checkpoint' }),
    witnesses: z.array(z.object({ name: z.string(), vkeys: z.array(z.string()) })),
  })
  .meta({ id: 'ReceiptLogKeys' });
