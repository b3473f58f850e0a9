import type { Messages } from '../../../../messages/messages.ts'

export default {
  'Another attempt is made every minute. Open the document and publish it to see what is wrong.':
    'Jede Minute folgt ein neuer Versuch. Öffnen Sie das Dokument und veröffentlichen Sie es, um zu sehen, woran es liegt.',
  'Documents that you change appear here.': 'Hier erscheinen Dokumente, die Sie ändern.',
  'Drafts that you create appear here until they are published.':
    'Hier erscheinen Ihre Entwürfe, bis sie veröffentlicht sind.',
  'First steps': 'Erste Schritte',
  'This disappears once the first document is published.': 'Das verschwindet mit dem ersten veröffentlichten Dokument.',
  'Write a document': 'Ein Dokument schreiben',
  'Upload a picture': 'Ein Bild hochladen',
  'Invite somebody': 'Jemanden einladen',
  'Publish it': 'Es veröffentlichen',
  'A website can then read it here:': 'Eine Website liest es dann hier:',
  done: 'erledigt',
  'Scheduled for the next seven days': 'Erscheint in den nächsten sieben Tagen',
  'My drafts': 'Meine Entwürfe',
  'New document': 'Neues Dokument',
  'Nothing is scheduled. Choose a time beside the form of a draft.':
    'Nichts ist geplant. Wählen Sie neben dem Formular eines Entwurfs einen Zeitpunkt.',
  'Readers still see the published version. Open the document and publish its changes to see what is wrong.':
    'Leser sehen weiter die veröffentlichte Fassung. Öffnen Sie das Dokument und veröffentlichen Sie die Änderungen, um zu sehen, woran es liegt.',
  'Recently edited by me': 'Zuletzt von mir bearbeitet',
  'The changes to {count} documents were refused at their scheduled time': {
    one: 'Die Änderungen an {count} Dokument wurden zu ihrer Zeit abgelehnt',
    other: 'Die Änderungen an {count} Dokumenten wurden zu ihrer Zeit abgelehnt',
  },
  '{count} documents were not published at their scheduled time': {
    one: '{count} Dokument wurde zu seiner Zeit nicht veröffentlicht',
    other: '{count} Dokumente wurden zu ihrer Zeit nicht veröffentlicht',
  },
} satisfies Messages
