import { column } from '../engine/column.ts';
import { EntitySchema } from 'typeorm';

export interface MessageTableRow {
  readonly day: string;
  readonly bucket: number;
  /** From 0, in the order of arrival within its day and bucket. */
  readonly place: number;
  readonly id: string;
  /** Base64. */
  readonly body: string;
}

const messageRowEntity = new EntitySchema<MessageTableRow>({
  name: 'message_row',
  columns: {
    day: column.text('day', { primary: true }),
    bucket: column.whole('bucket', { primary: true }),
    place: column.whole('place', { primary: true }),
    id: column.text('id'),
    body: column.longText('body'),
  },
  indices: [{ name: 'message_row_id', columns: ['id'], unique: true }],
});

export interface MessageCoverRow {
  readonly day: string;
  readonly added: number;
}

const messageCoverEntity = new EntitySchema<MessageCoverRow>({
  name: 'message_cover',
  columns: {
    day: column.text('day', { primary: true }),
    added: column.whole('added'),
  },
});

export interface MessageAnchorRow {
  readonly place: number;
  readonly id: string;
  readonly hash: string;
}

const messageAnchorEntity = new EntitySchema<MessageAnchorRow>({
  name: 'message_anchor',
  columns: {
    place: column.whole('place', { primary: true }),
    id: column.text('id'),
    hash: column.text('hash'),
  },
  indices: [{ name: 'message_anchor_id', columns: ['id'], unique: true }],
});

export interface MessageProofRow {
  readonly place: number;
  /** The log that the checkpoint belongs to. */
  readonly size: number;
  readonly path: readonly string[];
}

const messageProofEntity = new EntitySchema<MessageProofRow>({
  name: 'message_proof',
  columns: {
    place: column.whole('place', { primary: true }),
    size: column.whole('size'),
    path: column.json('path'),
  },
});

export interface MessageCheckpointRow {
  readonly size: number;
  readonly note: string;
}

const messageCheckpointEntity = new EntitySchema<MessageCheckpointRow>({
  name: 'message_checkpoint',
  columns: {
    size: column.whole('size', { primary: true }),
    note: column.longText('note'),
  },
});

export const messageTables = {
  message_row: messageRowEntity,
  message_cover: messageCoverEntity,
  message_anchor: messageAnchorEntity,
  message_proof: messageProofEntity,
  message_checkpoint: messageCheckpointEntity,
};
