import type { Messages } from 'lintel'

export default {
  'Back to sign-in': 'Zurück zur Anmeldung',
  Email: 'E-Mail',
  'Email me a link': 'Link per E-Mail senden',
  'Email me a sign-in link': 'Anmeldelink per E-Mail',
  'If there is an account with this address, an email with a link to sign in is on its way.':
    'Falls es ein Konto mit dieser Adresse gibt, ist eine E-Mail mit einem Anmeldelink unterwegs.',
  'Check your email': 'Bitte E-Mails prüfen',
  'Sign in': 'Anmelden',
  'Sign in by email': 'Anmelden per E-Mail',
  'Sign in with a password': 'Mit Passwort anmelden',
  'This link does not work': 'Dieser Link funktioniert nicht',
  'This link is unknown, has already been used, or has expired.':
    'Dieser Link ist unbekannt, schon benutzt oder abgelaufen.',
  'We send you a link that signs you in. No password needed.':
    'Ein Link zur Anmeldung kommt per E-Mail. Ein Passwort ist nicht nötig.',
  'Your link is here.': 'Der Link ist da.',
  'Too many sign-in links were requested. Try again later.':
    'Zu viele Anmeldelinks wurden angefordert. Bitte später noch einmal versuchen.',
  'Minutes for which a link works.': 'Minuten, für die ein Link gilt.',
  'Links that an email address may receive in an hour. A network address may request twenty times as many.':
    'Links, die eine E-Mail-Adresse in einer Stunde erhalten darf. Eine Netzwerkadresse darf zwanzigmal so viele anfordern.',
  'Creates an account, as a viewer without a password, when a person without an account opens a link.':
    'Legt ein Konto mit der Rolle `viewer` und ohne Passwort an, wenn jemand ohne Konto einen Link öffnet.',
  'Lets only accounts with a confirmed email address sign in by link; others receive the email that confirms it. If this setting is off, a link confirms the address, and removes the earlier password, sessions and API tokens.':
    'Lässt nur Konten mit bestätigter E-Mail-Adresse zur Anmeldung per Link zu; andere erhalten die E-Mail zur Bestätigung. Andernfalls bestätigt ein Link die Adresse und entfernt Passwort, Sitzungen und API-Schlüssel von vorher.',
} satisfies Messages
