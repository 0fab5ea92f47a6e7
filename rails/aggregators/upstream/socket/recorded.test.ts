import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { socket } from './socket.ts';

describe('an answer of socket that somebody recorded', () => {
  itReadsRecordedAnswers(socket, import.meta.url);
});
