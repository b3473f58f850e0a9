import type { Messages } from 'lintel'

export default {
  'A draft under review is published once it is approved, as it was approved.':
    'Ein Entwurf in Prüfung wird veröffentlicht, sobald er freigegeben ist, und zwar so, wie er freigegeben wurde.',
  All: 'Alle',
  'All reviews of this document': 'Alle Prüfungen dieses Dokuments',
  Approve: 'Freigeben',
  Approved: 'Freigegeben',
  'Ask for a review': 'Um Prüfung bitten',
  'Authors ask for one when a draft is ready.': 'Wer einen Entwurf fertig hat, bittet um eine.',
  Collection: 'Sammlung',
  Comment: 'Kommentar',
  Comments: 'Kommentare',
  Decide: 'Entscheiden',
  Decided: 'Entschieden',
  Document: 'Dokument',
  Draft: 'Entwurf',
  Filter: 'Filtern',
  'New comment': 'Neuer Kommentar',
  'No reviews': 'Keine Prüfungen',
  'Nobody has said anything yet.': 'Noch hat niemand etwas gesagt.',
  'Open the document': 'Dokument öffnen',
  Reject: 'Ablehnen',
  Rejected: 'Abgelehnt',
  Requested: 'Angefragt',
  Reviews: 'Prüfungen',
  Status: 'Status',
  'The selected draft': 'Der gewählte Entwurf',
  Version: 'Version',
  'A rejection needs a reason.': 'Eine Ablehnung braucht einen Grund.',
  Withdrawn: 'Zurückgezogen',
  'somebody whose account was deleted': 'jemand, dessen Konto gelöscht wurde',
  'A review of it is already open.': 'Eine Prüfung läuft schon.',
  'It is somebody else’s document.': 'Das ist das Dokument von jemand anderem.',
  'Only a draft can be reviewed.': 'Nur ein Entwurf kann geprüft werden.',
  'Only the person who asked for a review can withdraw it.':
    'Nur wer um die Prüfung gebeten hat, kann sie zurückziehen.',
  'Only reviewers can decide.': 'Nur wer prüft, kann entscheiden.',
  'Somebody else must decide on your request.': 'Über die eigene Anfrage entscheidet jemand anderes.',
  'The review is already {status}.': 'Die Prüfung ist schon beendet ({status}).',
  'There is no such document.': 'Dieses Dokument gibt es nicht.',
  'There is no such review.': 'Diese Prüfung gibt es nicht.',
  'It has changed since it was approved: ask for another review.':
    'Es wurde seit der Freigabe geändert: bitte um eine neue Prüfung bitten.',
  'It can be published only after a review: ask for one.':
    'Vor dem Veröffentlichen ist eine Prüfung nötig: bitte darum bitten.',
  'It is under review: it can be published once it is approved.':
    'Es wird geprüft: nach der Freigabe kann es veröffentlicht werden.',
  'Its review was rejected: change it and ask for another.':
    'Die Prüfung wurde abgelehnt: bitte ändern und um eine neue bitten.',
  'Collections whose documents can be published only after a review. In all others a review is optional.':
    'Sammlungen, deren Dokumente erst nach einer Prüfung veröffentlicht werden können. In allen anderen ist eine Prüfung freiwillig.',
  'Roles that approve and reject.': 'Rollen, die freigeben und ablehnen.',
  'Lets reviewers approve their own requests.': 'Erlaubt Prüfenden, ihre eigenen Anfragen freizugeben.',
  'Notifies reviewers of requests, and those who asked of decisions, by mail.':
    'Benachrichtigt per E-Mail Prüfende über Anfragen und die, die gefragt haben, über Entscheidungen.',
} satisfies Messages
