import type { UseCases } from '@interline/core';
import type { SpendPass } from '@interline/core/passes';
import { RelayError } from '@interline/kernel';

const sampleLog = 'relay.example/plus-mint/messages';
const sampleMessage = 'msg_00000000000000000000000000000000';

/** Rows that go nowhere; each costs a pass. */
export function fakeMessaging(spendPass: SpendPass): UseCases['messaging'] {
  const put = { id: sampleMessage, index: 0 };
  const anchored = { id: sampleMessage, index: 0, proof: null, pendingUntilMs: 1_800_000_060_000 };
  const known = (id: string): void => {
    if (id !== sampleMessage) throw new RelayError('UNKNOWN_RECORD', { field: 'id' });
  };
  return {
    isEnabled: true,
    assertEnabled: () => undefined,
    async sendRow({ bucket }, pass) {
      await spendPass(pass);
      return { ...put, bucket };
    },
    async readMailbox(_question, pass) {
      await spendPass(pass);
      return {
        rows: [{ id: sampleMessage, body: Buffer.alloc(4_096, 1).toString('base64') }],
        next: null,
      };
    },
    async addCover(pass) {
      await spendPass(pass);
      return { ...put, bucket: 4_095 };
    },
    coverRowsYesterday: async () => 0,
    async anchorRow(id, pass) {
      known(id);
      await spendPass(pass);
      return anchored;
    },
    async readAnchor(id) {
      known(id);
      return anchored;
    },
    anchorLogKey: async () => `${sampleLog}+53a19fe3+AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`,
    planNewLog: () => Promise.reject(new RelayError('WRONG_STATE')),
    duties: [],
  };
}
