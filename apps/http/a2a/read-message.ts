import * as z from 'zod';
import { A2aError } from './a2a-error.ts';
import { isContext } from './task-id.ts';

/** What a message asks for. */
export interface Asked {
  readonly skill: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the message carries besides the arguments, such as a pass. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly contextId: string | null;
  /** The task that the message continues. */
  readonly taskId: string | null;
  readonly returnImmediately: boolean;
}

const wantedContext = 'a text of 1 to 128 visible ASCII characters';
/** Empty is the same as left out, as everywhere in ProtoJSON. */
const name = z.string({ error: 'a text' }).max(512, { error: 'a text of at most 512 characters' });
const metadata = z.looseObject({}, { error: 'an object' }).nullish();

const part = z.looseObject(
  {
    text: z.string({ error: 'a text' }).optional(),
    data: z.unknown().optional(),
    raw: z.unknown().optional(),
    url: z.unknown().optional(),
  },
  { error: 'a part: {text} or {data}' },
);

const sendParams = z.looseObject(
  {
    message: z.looseObject(
      {
        messageId: name.min(1, { error: 'an id of your own making' }),
        role: z.literal('ROLE_USER', { error: '"ROLE_USER"' }),
        parts: z
          .array(part, { error: 'a list of parts' })
          .min(1, { error: 'a list of at least one part' })
          .max(16, { error: 'a list of at most 16 parts' }),
        contextId: name.nullish(),
        taskId: name.nullish(),
        metadata,
      },
      { error: 'a message' },
    ),
    configuration: z
      .looseObject(
        {
          returnImmediately: z.boolean({ error: 'true or false' }).nullish(),
          taskPushNotificationConfig: z.unknown().optional(),
        },
        { error: 'an object' },
      )
      .nullish(),
  },
  { error: 'an object with a message' },
);

const skillCall = z.looseObject(
  {
    skill: z.string({ error: 'the id of a skill of the card' }),
    arguments: z.looseObject({}, { error: 'an object' }).nullish(),
  },
  { error: 'an object {skill, arguments}' },
);

/** Reads the parameters of a message; throws the protocol's error for what it cannot take. */
export function readMessage(params: unknown): Asked {
  const { message, configuration } = shaped(sendParams, params, 'the parameters');
  if (configuration?.taskPushNotificationConfig != null)
    throw new A2aError(
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
      'nothing is pushed here: subscribe to the task, or register a webhook by POST /api/hooks/register',
    );
  const contextId = given(message.contextId);
  if (contextId !== null && !isContext(contextId))
    throw new A2aError('INVALID_PARAMS', `message.contextId must be ${wantedContext}`);
  return {
    ...callIn(message.parts),
    meta: { ...message.metadata },
    contextId,
    taskId: given(message.taskId),
    returnImmediately: configuration?.returnImmediately === true,
  };
}

/** Its one part of data names a skill; text alone is a question. */
function callIn(parts: readonly z.output<typeof part>[]): Pick<Asked, 'skill' | 'arguments'> {
  if (parts.some(({ raw, url }) => raw !== undefined || url !== undefined))
    throw new A2aError(
      'CONTENT_TYPE_NOT_SUPPORTED',
      'a message here has parts of text or data, no files',
    );
  const [data, ...more] = parts.flatMap((one) => (one.data === undefined ? [] : [one.data]));
  if (more.length > 0)
    throw new A2aError('INVALID_PARAMS', 'a message has one part of data: it calls one skill');
  if (data !== undefined) {
    const call = shaped(skillCall, data, 'the part of data');
    return { skill: call.skill, arguments: { ...call.arguments } };
  }
  const question = parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
  if (question === '')
    throw new A2aError('INVALID_PARAMS', 'a message has a part of data, or a text that asks');
  return { skill: 'ask', arguments: { question } };
}

export function shaped<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const at = issue === undefined || issue.path.length === 0 ? what : issue.path.join('.');
  throw new A2aError('INVALID_PARAMS', `${at} must be ${issue?.message ?? 'of another shape'}`);
}

function given(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
