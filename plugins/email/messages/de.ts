import type { Messages } from 'lintel'

export default {
  'Account exists': 'Konto vorhanden',
  'Sign-in changed': 'Anmeldung geändert',
  'API token created': 'API-Schlüssel erstellt',
  All: 'Alle',
  'Delivered by': 'Zugestellt durch',
  Delivery: 'Zustellung',
  Email: 'E-Mail',
  'Email verification': 'E-Mail-Bestätigung',
  Filter: 'Filtern',
  From: 'Von',
  'Sent like every other message.': 'Wird wie jede andere Nachricht gesendet.',
  'This must be a single email address.': 'Hier gehört eine einzelne E-Mail-Adresse hin.',
  'How mail is sent, what it says, and whether it was delivered.':
    'Wie E-Mails gesendet werden, was darin steht und ob sie zugestellt wurden.',
  Invitation: 'Einladung',
  Log: 'Protokoll',
  Logo: 'Logo',
  'Magic link': 'Anmeldelink',
  'Mail cannot be delivered': 'E-Mail kann nicht zugestellt werden',
  Messages: 'Nachrichten',
  'No messages': 'Keine Nachrichten',
  'One-time code': 'Einmalcode',
  Outbox: 'Postausgang',
  'Page {page} of {pages}': 'Seite {page} von {pages}',
  'Password changed': 'Passwort geändert',
  'Password reset': 'Passwort zurücksetzen',
  'Registration confirmation': 'Registrierungsbestätigung',
  Replies: 'Antworten',
  Send: 'Senden',
  Settings: 'Einstellungen',
  'Settings are code: see {place}.': 'Einstellungen sind Code: siehe {place}.',
  Status: 'Status',
  Subject: 'Betreff',
  'Subject: {subject}': 'Betreff: {subject}',
  Template: 'Vorlage',
  Templates: 'Vorlagen',
  'Test message': 'Testnachricht',
  Text: 'Text',
  To: 'An',
  'Every message is listed here, newest first. A test message can be sent in the settings.':
    'Hier steht jede Nachricht, die neueste zuerst. In den Einstellungen lässt sich ein Test senden.',
  When: 'Wann',
  failed: 'gescheitert',
  'kept for {count} days': '{count} Tage aufbewahrt',
  none: 'keines',
  queued: 'in der Warteschlange',
  sent: 'gesendet',
  'the development outbox, instead of {provider}': 'den Postausgang der Entwicklung, anstelle von {provider}',
  'to {address}': 'an {address}',
  '{count} tries': { one: '{count} Versuch', other: '{count} Versuche' },
  '{template} as HTML': '{template} als HTML',
  '{template} as text': '{template} als Text',
  '{template}, dark': '{template}, dunkel',
  '{template}, light': '{template}, hell',
  'At most {max} test messages can be sent per hour.': 'Höchstens {max} Testnachrichten pro Stunde werden gesendet.',
  'The outbox exists in development only, and this environment is {name}.':
    'Den Postausgang gibt es nur in der Entwicklung, und dies ist {name}.',
  'The outbox has no such message.': 'Diese Nachricht ist nicht im Postausgang.',
  'There is no template {name}.': 'Es gibt keine Vorlage {name}.',
  "Secret key of the provider, or the password for SMTP, set with `secret('…')`. The provider `cloudflare`, and SMTP without `username`, need none.":
    "Geheimer Schlüssel des Anbieters oder das Passwort für SMTP: mit `secret('…')` zu benennen. Der Anbieter `cloudflare` und SMTP ohne `username` brauchen keinen.",
  'Address of the sender. The provider must have verified its domain.':
    'Adresse des Absenders. Der Anbieter muss ihre Domain bestätigt haben.',
  'Name of the sender, on one line. Templates use this name as the name of the site.':
    'Name des Absenders in einer Zeile. Vorlagen verwenden ihn als Namen der Website.',
  'Address for replies. Default: the address of the sender.': 'Adresse für Antworten. Sonst gehen sie an den Absender.',
  '`https:` address of a picture at the top of templates, shown at most 48 pixels high. Without it, templates show the sender’s name.':
    'Adresse mit `https:` eines Bildes, das oben in Vorlagen höchstens 48 Pixel hoch gezeigt wird. Ohne sie steht dort der Name des Absenders.',
  'Service that delivers mail.': 'Dienst, der E-Mails zustellt.',
  'Another address of the provider’s API, such as that of a region (`https://api.eu.sendgrid.com`) or of a proxy.':
    'Andere Adresse der API des Anbieters, etwa die einer Region (`https://api.eu.sendgrid.com`) oder eines Proxys.',
  'Name of the `send_email` binding, for the provider `cloudflare`. Default: `EMAIL`.':
    'Name des Bindings `send_email`, für den Anbieter `cloudflare`. Sonst ist es `EMAIL`.',
  'Name of the server.': 'Name des Servers.',
  'Port of the server. Workers cannot connect to port 25.':
    'Port des Servers. Worker können sich nicht mit Port 25 verbinden.',
  'Encryption: `starttls` and `tls` (port 465) require encryption; `none` is only for a server in the same network.':
    'Verschlüsselung: `starttls` und `tls` (Port 465) verlangen sie; `none` ist nur für einen Server im eigenen Netz.',
  'User name, with `apiKey` as the password. Without a user name, the plugin does not sign in.':
    'Name für die Anmeldung, mit `apiKey` als Passwort. Ohne ihn entfällt die Anmeldung.',
  'Server for the provider `smtp`.': 'Server für den Anbieter `smtp`.',
  'Delivers mail in development too, instead of keeping it in the outbox.':
    'Stellt E-Mails auch in der Entwicklung zu, statt sie im Postausgang zu behalten.',
  'Days for which the log keeps messages that were sent or abandoned.':
    'Tage, für die das Protokoll Nachrichten behält, die gesendet oder aufgegeben wurden.',
} satisfies Messages
