import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { socket } from './socket.ts';

describe('a recorded answer of socket', () => {
  itReadsRecordedAnswers(socket, import.meta.url);
});
