import type { Messages } from '../../../messages/messages.ts'

export default {
  Action: 'Aktion',
  'Audit log': 'Protokoll',
  Before: 'Vor',
  Changes: 'Änderungen',
  Clear: 'Leeren',
  Collection: 'Sammlung',
  'Document (id)': 'Dokument (Id)',
  'Every change is listed here.': 'Hier steht jede Änderung.',
  Filter: 'Filtern',
  From: 'Von',
  'From where': 'Von wo',
  'Nothing was found': 'Nichts gefunden',
  What: 'Was',
  When: 'Wann',
  Who: 'Wer',
  'Who (id)': 'Wer (Id)',
  'Who changed what, from where and when. Newest first.': 'Wer was geändert hat, von wo und wann. Das Neueste zuerst.',
  'not shown': 'nicht gezeigt',
  'not signed in': 'nicht angemeldet',
  '{count} more': '{count} weitere',
} satisfies Messages
