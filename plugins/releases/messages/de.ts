import type { Messages } from 'lintel'

export default {
  'A release has at most {max} documents.': 'Ein Release hat höchstens {max} Dokumente.',
  'Add to release': 'Zum Release hinzufügen',
  'Cancel schedule': 'Planung aufheben',
  'Create one, then add documents to it from their forms.':
    'Legen Sie eines an, und fügen Sie ihm dann Dokumente aus deren Formularen hinzu.',
  'Create release': 'Release anlegen',
  'Delete release': 'Release löschen',
  'Delete this release? Its documents stay as they are.':
    'Dieses Release löschen? Seine Dokumente bleiben, wie sie sind.',
  Documents: 'Dokumente',
  'Documents of this collection are always published.': 'Dokumente dieser Sammlung sind immer veröffentlicht.',
  'New release': 'Neues Release',
  'No documents yet': 'Noch keine Dokumente',
  'No releases': 'Keine Releases',
  'None of its documents was published. The reasons are shown beside the documents.':
    'Nichts davon wurde veröffentlicht. Die Gründe stehen bei den Dokumenten.',
  'Open a document and choose this release beside its form.':
    'Öffnen Sie ein Dokument, und wählen Sie dieses Release neben dem Formular.',
  Publish: 'Veröffentlichen',
  'Publish at': 'Veröffentlichen am',
  'Publish now': 'Jetzt veröffentlichen',
  Release: 'Release',
  Releases: 'Releases',
  'Remove {title}': '{title} entfernen',
  'Save changes as a draft to publish them with a release.':
    'Speichern Sie Änderungen als Entwurf, um sie mit einem Release zu veröffentlichen.',
  Schedule: 'Planen',
  Status: 'Status',
  'The account that scheduled it is no longer active.': 'Das Konto, das es geplant hat, ist nicht mehr aktiv.',
  'The document is published and has no pending changes. Save a change as a draft first.':
    'Das Dokument ist veröffentlicht und hat keine offenen Änderungen. Speichern Sie zuerst eine Änderung als Entwurf.',
  'The documents of a release are published together, or not at all.':
    'Die Dokumente eines Releases werden gemeinsam veröffentlicht oder gar nicht.',
  'The release could not be published at the scheduled time.':
    'Das Release konnte zu seiner Zeit nicht veröffentlicht werden.',
  'The release has no documents yet.': 'Das Release hat noch keine Dokumente.',
  'The release has just been changed. Try again.': 'Das Release wurde gerade geändert. Bitte noch einmal versuchen.',
  'The release is already published.': 'Das Release ist schon veröffentlicht.',
  'The release is not scheduled.': 'Das Release ist nicht geplant.',
  'The release is scheduled: cancel its schedule first.': 'Das Release ist geplant: heben Sie zuerst die Planung auf.',
  'The time must be in the future.': 'Die Zeit muss in der Zukunft liegen.',
  'There is no such document.': 'Dieses Dokument gibt es nicht.',
  'There is no such release.': 'Dieses Release gibt es nicht.',
  Title: 'Titel',
  'Title of a new release': 'Titel eines neuen Releases',
  'Where this is': 'Wo das ist',
  'changes pending': 'Änderungen offen',
  'in the trash': 'im Papierkorb',
  'not published': 'nicht veröffentlicht',
  '{count} documents that you may not read': {
    one: '{count} Dokument, das Sie nicht lesen dürfen',
    other: '{count} Dokumente, die Sie nicht lesen dürfen',
  },
  '{count} documents were refused; nothing was published.': {
    one: '{count} Dokument wurde abgelehnt; nichts wurde veröffentlicht.',
    other: '{count} Dokumente wurden abgelehnt; nichts wurde veröffentlicht.',
  },
  '{count} documents': { one: '{count} Dokument', other: '{count} Dokumente' },
} satisfies Messages
