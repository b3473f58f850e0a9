import type { Messages } from '../../../../../messages/messages.ts'

export default {
  'Close the preview': 'Vorschau schließen',
  'Copy a link for others': 'Link für andere kopieren',
  Desktop: 'Desktop',
  'If you see no page below, the website is not running, redirects to another address, or does not allow frames. Make it send this header, and not X-Frame-Options:':
    'Ist unten keine Seite zu sehen, läuft die Website nicht, leitet auf eine andere Adresse weiter oder erlaubt keine Frames. Lassen Sie sie diesen Header senden, und kein X-Frame-Options:',
  'If you see the page below, it is only reloaded when you pause, not updated as you type. To change that, call this function from lintel/client/preview in the page:':
    'Ist die Seite zu sehen, folgt sie nicht von selbst: Sie wird neu geladen, wenn Sie eine Pause machen. Rufen Sie darin aus lintel/client/preview auf:',
  'Link copied. For a day it shows the saved document to anyone who has it.':
    'Link kopiert. Einen Tag lang zeigt er allen, die ihn haben, das gespeicherte Dokument.',
  'Load the page again': 'Seite neu laden',
  Loading: 'Wird geladen',
  'Not shown as typed: {names}': 'Nicht wie eingegeben gezeigt: {names}',
  'Open in a new tab': 'In neuem Tab öffnen',
  'Page of the website': 'Seite der Website',
  Phone: 'Telefon',
  'Save this document once to see its preview.': 'Speichern Sie das Dokument einmal, um die Vorschau zu sehen.',
  Tablet: 'Tablet',
  'The page cannot be updated: {reason}': 'Die Seite lässt sich nicht aktualisieren: {reason}',
  'The page does not respond': 'Die Seite antwortet nicht',
  'The page at {origin} does not respond': 'Die Seite von {origin} antwortet nicht',
  'The preview is not updated: {reason}': 'Die Vorschau folgt nicht: {reason}',
  'The preview opens as soon as the required fields are filled in.':
    'Die Vorschau öffnet sich, sobald die Pflichtfelder ausgefüllt sind.',
  'This document is too large for a preview that updates as you type. Save it to see the preview.':
    'Dieses Dokument ist zu groß für eine Vorschau, die der Eingabe folgt. Speichern Sie es, um es zu sehen.',
  'Up to date': 'Aktuell',
  'Width of the page': 'Breite der Seite',
} satisfies Messages
