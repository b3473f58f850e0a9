import type { Messages } from 'lintel'

export default {
  'A draft under review can be published once it is approved, in the approved version.':
    'Ein Entwurf in Prüfung kann veröffentlicht werden, sobald er freigegeben ist, und zwar in der freigegebenen Fassung.',
  All: 'Alle',
  'All reviews of this document': 'Alle Prüfungen dieses Dokuments',
  Approve: 'Freigeben',
  Approved: 'Freigegeben',
  'Ask for a review': 'Um Prüfung bitten',
  'Authors ask for a review when a draft is ready.': 'Wer einen Entwurf fertig hat, bittet um eine Prüfung.',
  Collection: 'Sammlung',
  Comment: 'Kommentar',
  Comments: 'Kommentare',
  Decide: 'Entscheiden',
  Decided: 'Entschieden',
  Document: 'Dokument',
  Filter: 'Filtern',
  'New comment': 'Neuer Kommentar',
  'No drafts were found.': 'Keine Entwürfe gefunden.',
  'No reviews': 'Keine Prüfungen',
  'There are no comments yet.': 'Noch gibt es keine Kommentare.',
  'Open a draft, and ask for its review beside the form.':
    'Öffnen Sie einen Entwurf: um seine Prüfung bitten Sie neben dem Formular.',
  'Open the document': 'Dokument öffnen',
  Requested: 'Angefragt',
  Reviews: 'Prüfungen',
  Search: 'Suchen',
  Status: 'Status',
  'Title begins with': 'Titel beginnt mit',
  Version: 'Version',
  'Any reviewer': 'Wer immer prüft',
  'Asked by me': 'Von mir erbeten',
  'Asked: {name}': 'Gefragt: {name}',
  'Changes requested': 'Änderungen erbeten',
  'Choose a reviewer other than yourself.': 'Wählen Sie jemanden, der prüft und nicht Sie selbst ist.',
  'Decided by {name}': 'Entschieden von {name}',
  Note: 'Anmerkung',
  'Request changes': 'Änderungen erbitten',
  'Requested by {name}': 'Erbeten von {name}',
  Review: 'Prüfung',
  Reviewer: 'Wer prüft',
  'Somebody else can look at this draft before it is published.':
    'Jemand anderes kann diesen Entwurf ansehen, bevor er veröffentlicht wird.',
  'The document has changed since then: the review is of version {version}.':
    'Das Dokument wurde seitdem geändert: die Prüfung gilt Version {version}.',
  'This document can be published only after a review.':
    'Dieses Dokument kann erst nach einer Prüfung veröffentlicht werden.',
  'To request changes, describe them in a comment.': 'Wer um Änderungen bittet, beschreibt sie in einem Kommentar.',
  'Waiting for me': 'Wartet auf mich',
  'Withdraw request': 'Anfrage zurückziehen',
  Withdrawn: 'Zurückgezogen',
  'somebody whose account was deleted': 'jemand, dessen Konto gelöscht wurde',
  'A review of this document is already open.': 'Eine Prüfung dieses Dokuments läuft schon.',
  'This document belongs to somebody else.': 'Dieses Dokument gehört jemand anderem.',
  'Only a draft or pending changes can be reviewed.':
    'Geprüft werden können nur ein Entwurf oder noch nicht veröffentlichte Änderungen.',
  'The changes can be published only after a review: ask for one.':
    'Die Änderungen können erst nach einer Prüfung veröffentlicht werden: bitte darum bitten.',
  'The changes are under review: they can be published once they are approved.':
    'Die Änderungen werden geprüft: nach der Freigabe können sie veröffentlicht werden.',
  'The review of these changes was rejected: change the document and ask for another review.':
    'Die Prüfung dieser Änderungen wurde abgelehnt: das Dokument bitte ändern und um eine neue Prüfung bitten.',
  'Only the person who asked for a review can withdraw it.':
    'Nur wer um die Prüfung gebeten hat, kann sie zurückziehen.',
  'Only reviewers can decide.': 'Nur wer prüft, kann entscheiden.',
  'Somebody else must decide on your request.': 'Über die eigene Anfrage entscheidet jemand anderes.',
  'The review is already {status}.': 'Die Prüfung ist schon beendet ({status}).',
  'There is no such document.': 'Dieses Dokument gibt es nicht.',
  'There is no such review.': 'Diese Prüfung gibt es nicht.',
  'The document has changed since it was approved: ask for another review.':
    'Das Dokument wurde seit der Freigabe geändert: bitte um eine neue Prüfung bitten.',
  'The document can be published only after a review: ask for one.':
    'Das Dokument kann erst nach einer Prüfung veröffentlicht werden: bitte darum bitten.',
  'The document is under review: it can be published once it is approved.':
    'Das Dokument wird geprüft: nach der Freigabe kann es veröffentlicht werden.',
  'The review of this document was rejected: change the document and ask for another review.':
    'Die Prüfung dieses Dokuments wurde abgelehnt: das Dokument bitte ändern und um eine neue Prüfung bitten.',
  'Collections whose documents can be published only after a review. In all other collections a review is optional.':
    'Sammlungen, deren Dokumente erst nach einer Prüfung veröffentlicht werden können. In allen anderen ist eine Prüfung freiwillig.',
  'Roles that approve and reject.': 'Rollen, die freigeben und ablehnen.',
  'Lets reviewers approve their own requests.': 'Erlaubt Prüfenden, ihre eigenen Anfragen freizugeben.',
  'Notifies reviewers of requests, and authors of decisions, by email.':
    'Benachrichtigt per E-Mail die Prüfenden über Anfragen und die Anfragenden über Entscheidungen.',
} satisfies Messages
