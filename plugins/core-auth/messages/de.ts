import type { Messages } from 'lintel'

export default {
  '* (everything)': '* (alles)',
  'API tokens': 'API-Schlüssel',
  Change: 'Ändern',
  'You are signed in': 'Sie sind angemeldet',
  'The page that you came from continues by itself. You can close this one.':
    'Die Seite, von der Sie kommen, macht von selbst weiter. Diese können Sie schließen.',
  'Copy the token now: it is not shown again': 'Den Schlüssel jetzt kopieren: er wird nicht noch einmal gezeigt',
  Email: 'E-Mail',
  End: 'Beenden',
  'End the session of {email}': 'Sitzung von {email} beenden',
  Ends: 'Endet',
  'Ends on': 'Endet am',
  Filter: 'Filtern',
  'For programs that act on behalf of an account. A token never has more permissions than the role of its owner.':
    'Für Programme, die im Namen eines Kontos arbeiten. Ein Schlüssel kann nie mehr als die Rolle seines Besitzers.',
  'Last seen': 'Zuletzt gesehen',
  'Last used': 'Zuletzt benutzt',
  'Leave it empty for a token that does not expire.': 'Leer lassen für einen Schlüssel, der nicht abläuft.',
  Created: 'Erstellt',
  'Create a token': 'Schlüssel erstellen',
  'Create one below for each program, with no more permissions than it needs.':
    'Unten für jedes Programm einen erstellen, mit nicht mehr Rechten als nötig.',
  Name: 'Name',
  'New token': 'Neuer Schlüssel',
  'No sessions': 'Keine Sitzungen',
  'No tokens': 'Keine Schlüssel',
  'Nobody who matches the filter is signed in.': 'Niemand, auf den der Filter passt, ist angemeldet.',
  Started: 'Begonnen',
  Owner: 'Besitzer',
  'Page {page} of {pages}': 'Seite {page} von {pages}',
  Permissions: 'Rechte',
  Revoke: 'Widerrufen',
  'Revoke {name}': '{name} widerrufen',
  'Revoke {name}? Programs that use it will stop working.':
    '{name} widerrufen? Programme, die ihn benutzen, funktionieren dann nicht mehr.',
  Sessions: 'Sitzungen',
  'The email of an account. Leave it empty for your own.': 'Die E-Mail eines Kontos. Leer lassen für das eigene.',
  'The session has ended': 'Die Sitzung ist beendet',
  'The token has been revoked': 'Der Schlüssel wurde widerrufen',
  'Unknown program': 'Unbekanntes Programm',
  User: 'Konto',
  'Purpose.': 'Wofür er da ist.',
  Where: 'Wo',
  never: 'nie',
  'this session': 'diese Sitzung',
  'unknown address': 'unbekannte Adresse',
  '{count} sessions are open': {
    one: '{count} Sitzung ist offen',
    other: '{count} Sitzungen sind offen',
  },
  'At least {count} characters, and none of the most common passwords.':
    'Mindestens {count} Zeichen, und keines der häufigsten Passwörter.',
  'Back to sign-in': 'Zurück zur Anmeldung',
  Code: 'Code',
  Done: 'Fertig',
  'Enter the code': 'Code eingeben',
  'First name': 'Vorname',
  'Forgot your password?': 'Passwort vergessen?',
  'Have an account?': 'Schon ein Konto?',
  'If there is an account with this address, an email with a link is on its way.':
    'Falls es ein Konto mit dieser Adresse gibt, ist eine E-Mail mit einem Link unterwegs.',
  'Confirm the address': 'Adresse bestätigen',
  'Confirm your address': 'Die Adresse bestätigen',
  'This signs you out everywhere else, revokes your API tokens and removes your passkeys.':
    'Damit werden Sie überall sonst abgemeldet, und Ihre API-Schlüssel und Passkeys gelten nicht mehr.',
  'Passkeys need a host name: open the service as localhost, or by its domain.':
    'Passkeys brauchen einen Rechnernamen: bitte den Dienst als localhost oder über seine Domain öffnen.',
  'Sign in with a passkey': 'Mit einem Passkey anmelden',
  'The browser could not use a passkey. Try again, or sign in another way.':
    'Der Browser konnte keinen Passkey verwenden. Bitte noch einmal versuchen oder anders anmelden.',
  'The passkey could not be verified. Try again.': 'Der Passkey ließ sich nicht prüfen. Bitte noch einmal versuchen.',
  'This passkey does not belong to an account here.': 'Dieser Passkey öffnet hier kein Konto.',
  'This passkey has already been added.': 'Dieser Passkey ist schon bekannt.',
  'This passkey request has expired, or was already used. Try again.':
    'Das hat zu lange gedauert oder ist schon geschehen. Bitte noch einmal versuchen.',
  'You have no such passkey.': 'Diesen Passkey gibt es nicht.',
  'You have {count} passkeys: remove one first.': 'Es gibt schon {count} Passkeys: bitte zuerst einen entfernen.',
  'Last name': 'Nachname',
  'Check your email': 'Bitte E-Mails prüfen',
  'Create an account': 'Konto anlegen',
  'Create one': 'Anlegen',
  'New password': 'Neues Passwort',
  'No account yet?': 'Noch kein Konto?',
  'Now choose a password. Any password chosen before no longer works, since somebody else may have chosen it.':
    'Jetzt ein Passwort wählen. Ein früher gewähltes gilt nicht mehr, denn es könnte von jemand anderem stammen.',
  'First open the link in the email that was sent to this address.':
    'Zuerst den Link in der E-Mail öffnen, die an diese Adresse ging.',
  Password: 'Passwort',
  'Registration is turned off: ask an administrator for an account.':
    'Die Registrierung ist abgeschaltet: ein Konto gibt es von der Administration.',
  'Send another link': 'Weiteren Link senden',
  'Send the link': 'Link senden',
  'Send the email again': 'E-Mail noch einmal senden',
  'Set a new password': 'Neues Passwort setzen',
  'Set the password': 'Passwort setzen',
  'Show the password': 'Passwort zeigen',
  'Sign in': 'Anmelden',
  'Sign out': 'Abmelden',
  'Sign out?': 'Abmelden?',
  'Six digits are on their way to your email address. They work for ten minutes.':
    'Sechs Ziffern sind per E-Mail unterwegs. Sie gelten zehn Minuten.',
  'Start again': 'Von vorn beginnen',
  'Thank you': 'Danke',
  'The account is ready. Check your email to confirm the address.':
    'Das Konto ist bereit. Die Adresse wird über eine E-Mail bestätigt.',
  'An authenticator app is on: turn it off first.':
    'Eine Authenticator-App ist eingerichtet: bitte zuerst ausschalten.',
  'Enter the six digits that your authenticator app shows, or a recovery code.':
    'Bitte die sechs Ziffern der Authenticator-App eingeben, oder einen Wiederherstellungscode.',
  'Recovery codes belong to an authenticator app: set one up first.':
    'Wiederherstellungscodes gehören zu einer Authenticator-App: bitte zuerst eine einrichten.',
  'The code is wrong, or has been used. Enter the next one that the app shows, or sign in again.':
    'Der Code ist falsch oder schon benutzt. Bitte den nächsten Code der App eingeben oder neu anmelden.',
  'The code is wrong. Check that the clock of the device is right, and enter the next code.':
    'Der Code ist falsch. Bitte prüfen, ob die Uhr des Geräts stimmt, und den nächsten Code eingeben.',
  'This setup has expired, or was used. Start again.':
    'Diese Einrichtung ist abgelaufen oder schon benutzt. Bitte von vorn beginnen.',
  'The code is wrong, or has been used, or has expired. Sign in again.':
    'Der Code ist falsch, schon benutzt oder abgelaufen. Bitte neu anmelden.',
  'The new password is set. Sign in with it.': 'Das neue Passwort ist gesetzt. Bitte damit anmelden.',
  'This account has been deactivated.': 'Dieses Konto ist deaktiviert.',
  'This account is deactivated: activate it first.': 'Dieses Konto ist deaktiviert: bitte zuerst aktivieren.',
  'This link does not work': 'Dieser Link funktioniert nicht',
  'This link is unknown, has already been used, or has expired.':
    'Dieser Link ist unbekannt, schon benutzt oder abgelaufen.',
  'Too many codes were sent. Try again later.': 'Zu viele Codes wurden gesendet. Bitte später noch einmal versuchen.',
  'Too many failed attempts to sign in. Try again later.':
    'Zu viele gescheiterte Anmeldungen. Bitte später noch einmal versuchen.',
  Username: 'Benutzername',
  'We will send you a link to set a new one.': 'Ein Link zum Setzen eines neuen kommt per E-Mail.',
  'You can sign in again at any time.': 'Eine neue Anmeldung ist jederzeit möglich.',
  'You signed in a while ago. You have no password, so sign in again first.':
    'Die Anmeldung liegt etwas zurück. Da es kein Passwort gibt, bitte zuerst neu anmelden.',
  'You signed in more than {minutes} minutes ago: enter your password, or sign in again.':
    'Die Anmeldung liegt mehr als {minutes} Minuten zurück: bitte das Passwort angeben oder neu anmelden.',
  'Your address is confirmed': 'Die Adresse ist bestätigt',
  'Your email address is confirmed.': 'Die E-Mail-Adresse ist bestätigt.',
  'Your email address is confirmed. Set a new password: the previous one no longer works.':
    'Die E-Mail-Adresse ist bestätigt. Bitte ein neues Passwort setzen: das bisherige gilt nicht mehr.',
  'Your link is here.': 'Der Link ist da.',
  'Your password': 'Ihr Passwort',
  or: 'oder',
  'six digits': 'sechs Ziffern',
  '{label} (optional)': '{label} (optional)',
  'A token cannot do more than its owner.': 'Ein Schlüssel kann nicht mehr als sein Besitzer.',
  'An API token cannot do this: sign in yourself.': 'Ein API-Schlüssel kann das nicht: bitte selbst anmelden.',
  'Choose another password.': 'Bitte ein anderes Passwort wählen.',
  'Only administrators can create tokens for others.': 'Nur die Administration kann Schlüssel für andere erstellen.',
  'Send a refresh token: as refreshToken in the body, or as its cookie.':
    'Ein Sitzungsschlüssel ist nötig: als refreshToken in der Anfrage oder als Cookie.',
  'The email address or role of the account has changed in the meantime.':
    'Das Konto hat inzwischen eine andere E-Mail-Adresse oder Rolle.',
  'The password is wrong.': 'Das Passwort ist falsch.',
  'The refresh token is unknown, revoked or expired.':
    'Der Sitzungsschlüssel ist unbekannt, widerrufen oder abgelaufen.',
  'There is no such session.': 'Diese Sitzung gibt es nicht.',
  'There is no such token.': 'Diesen Schlüssel gibt es nicht.',
  'There is no such user.': 'Dieses Konto gibt es nicht.',
  'The account has just been changed. Try again.': 'Das Konto wurde gerade geändert. Bitte noch einmal versuchen.',
  'This email address is taken.': 'Diese E-Mail-Adresse ist vergeben.',
  'The role {role} does not have this permission.': 'Die Rolle {role} hat dieses Recht nicht.',
  'This is taken.': 'Das ist schon vergeben.',
  'This must be a permission: <resource>.<action>, <resource>.* or *.':
    'Ein Recht ist nötig: <resource>.<action>, <resource>.* oder *.',
  'This must be in the future.': 'Das muss in der Zukunft liegen.',
  'This must be the email of an account.': 'Das muss die E-Mail-Adresse eines Kontos sein.',
  'This refresh token has already been used. The session has been ended.':
    'Dieser Sitzungsschlüssel wurde schon benutzt. Die Sitzung wurde beendet.',
  'This username is taken.': 'Dieser Benutzername ist vergeben.',
  'Too many emails were requested. Try again later.':
    'Zu viele E-Mails wurden angefordert. Bitte später noch einmal versuchen.',
  'You have no such session.': 'Eine solche Sitzung haben Sie nicht.',
  'Lifetime of an access token, in seconds.': 'Lebensdauer eines Zugriffstokens in Sekunden.',
  'Lifetime of a refresh token, in seconds. Each refresh restarts it.':
    'Lebensdauer eines Refresh-Tokens in Sekunden. Sie beginnt mit jeder Erneuerung von vorn.',
  'Maximum lifetime of a session, in seconds, however often it is renewed.':
    'Längste Lebensdauer einer Sitzung in Sekunden, wie oft sie auch erneuert wird.',
  'Records address, browser and the last use of each session.':
    'Hält Adresse, Browser und letzte Nutzung jeder Sitzung fest.',
  'Window in which failed sign-ins are counted, in seconds.':
    'Zeitfenster in Sekunden, in dem fehlgeschlagene Anmeldungen gezählt werden.',
  'Maximum number of failed sign-ins in a window, for each email address and each network address.':
    'Fehlgeschlagene Anmeldungen, die eine E-Mail-Adresse und eine Netzwerkadresse in einem Zeitfenster haben dürfen.',
  'Lets people register themselves, as viewers.': 'Erlaubt allen, sich selbst zu registrieren, mit der Rolle `viewer`.',
  'Lets only accounts with a confirmed email address sign in.':
    'Lässt nur Konten mit bestätigter E-Mail-Adresse zur Anmeldung zu.',
  'Maximum number of emails that one network address may request in an hour: registrations, password resets and confirmations together.':
    'E-Mails, die eine Netzwerkadresse in einer Stunde anfordern darf: Registrierungen, neue Passwörter und Bestätigungen zusammen.',
  'Claim `iss` of access tokens. Once the setting has a value, tokens without this claim are refused.':
    'Angabe `iss` der Zugriffstoken. Sobald sie gesetzt ist, werden Token ohne sie abgelehnt.',
  'Claim `aud` of access tokens. Once the setting has a value, tokens without this claim are refused.':
    'Angabe `aud` der Zugriffstoken. Sobald sie gesetzt ist, werden Token ohne sie abgelehnt.',
  'Sign in with {provider}': 'Mit {provider} anmelden',
  'Claim with the groups of a person. Dots separate nested names: `realm_access.roles`.':
    'Angabe mit den Gruppen einer Person. Punkte führen in Objekte: `realm_access.roles`.',
  'Role for each group. If several match, the role with the most permissions counts.':
    'Rolle für jede Gruppe. Von mehreren zählt die Rolle mit den meisten Rechten.',
  'Role for everybody else at the provider. Without this setting, these people cannot sign in.':
    'Rolle für alle anderen beim Anbieter. Ohne sie können sie sich nicht anmelden.',
  'Name in addresses: a–z, 0–9 and hyphens. The redirect address is `/auth/oidc/<name>/callback`.':
    'Name in Adressen: a–z, 0–9 und Bindestriche. Dem Anbieter wird `/auth/oidc/<name>/callback` genannt.',
  'Name on the button to sign in. Default: `name`.':
    'Bekannter Name, für die Schaltfläche zur Anmeldung. Sonst ist es `name`.',
  'Address of the provider, without `/.well-known/openid-configuration`.':
    'Adresse des Anbieters, unter der es `/.well-known/openid-configuration` gibt.',
  'Client ID of this service at the provider.': 'ID, unter der der Anbieter diesen Dienst kennt.',
  'Client secret of this service at the provider. A public client has none.':
    'Geheimnis dieses Dienstes beim Anbieter. Ein öffentlicher Client hat keines.',
  'Scopes to request. `openid` is always requested.': 'Angefragte Scopes. `openid` ist immer dabei.',
  'Domains of email addresses that may sign in. Default: all domains.':
    'Domains von E-Mail-Adressen, die sich anmelden dürfen. Sonst dürfen es alle.',
  'Roles for people from the provider. People with a role get an account, and each sign-in sets the role again.':
    'Rollen der Personen beim Anbieter. Wer eine Rolle hat, erhält ein Konto, und jede Anmeldung setzt die Rolle neu.',
  'Lets people sign in to an existing account if the provider says that they have confirmed its email address.':
    'Lässt die Anmeldung an einem bestehenden Konto zu, dessen Adresse laut Anbieter bestätigt ist.',
  'Treats every address from the provider as confirmed. Only for providers at which people cannot choose their address.':
    'Hält jede Adresse des Anbieters für bestätigt. Nur für Anbieter, bei denen niemand die eigene Adresse wählt.',
  'Requires the second factor of an account even after signing in with the provider.':
    'Fragt Konten mit zweitem Faktor auch nach der Anmeldung beim Anbieter danach.',
  'OpenID Connect providers that people may sign in with.':
    'Anbieter von OpenID Connect, über die eine Anmeldung möglich ist.',
  'This sign-in took too long, was already finished, or was started in another browser. Try again.':
    'Diese Anmeldung hat zu lange gedauert, ist schon abgeschlossen oder begann in einem anderen Browser. Bitte noch einmal versuchen.',
  'There is no such sign-in provider.': 'Diesen Anbieter gibt es nicht.',
  '{provider} is not responding as it should. Try again soon, or sign in another way.':
    '{provider} antwortet nicht richtig. Bitte bald noch einmal versuchen oder anders anmelden.',
  '{provider} did not sign you in. Try again, or sign in another way.':
    'Die Anmeldung bei {provider} kam nicht zustande. Bitte noch einmal versuchen oder anders anmelden.',
  'What {provider} says about you could not be verified. Sign in again.':
    'Die Angaben von {provider} sind nicht gültig. Bitte neu anmelden.',
  '{provider} gives you no role here: ask an administrator.':
    '{provider} gibt Ihnen hier keine Rolle: bitte bei der Administration nachfragen.',
  'Your address at {provider} may not sign in here.':
    'Mit Ihrer Adresse bei {provider} ist hier keine Anmeldung möglich.',
  '{provider} does not say that your email address is confirmed. Confirm it there first.':
    'Laut {provider} ist Ihre E-Mail-Adresse nicht bestätigt. Bitte zuerst dort bestätigen.',
  'There is no account with the address {email}: ask for an invitation.':
    'Es gibt kein Konto mit der Adresse {email}: bitte um eine Einladung bitten.',
  'The account with the address {email} is not linked to {provider}. Sign in another way.':
    'Am Konto mit der Adresse {email} ist keine Anmeldung mit {provider} möglich. Bitte anders anmelden.',
  'An email address is required.': 'Eine E-Mail-Adresse ist nötig.',
  'There is no such role.': 'Diese Rolle gibt es nicht.',
  'This address has an account already.': 'Für diese Adresse gibt es schon ein Konto.',
  'This address is invited already: send the invitation again.':
    'Diese Adresse ist schon eingeladen: bitte die Einladung noch einmal senden.',
  'There is no such invitation: it was accepted or revoked.':
    'Diese Einladung gibt es nicht: sie wurde angenommen oder zurückgezogen.',
  'This invitation is unknown, has been accepted or revoked, or has expired. Ask for another one.':
    'Diese Einladung ist unbekannt, schon angenommen, zurückgezogen oder abgelaufen. Bitte um eine neue bitten.',
  'This invitation does not work': 'Diese Einladung gilt nicht',
  'Choose a password, or use a passkey.': 'Bitte ein Passwort wählen oder einen Passkey verwenden.',
  Invitations: 'Einladungen',
  'People choose how they sign in when they accept. Until then there is no account.':
    'Wie die Anmeldung geht, wählen Eingeladene beim Annehmen. Bis dahin gibt es kein Konto.',
  'The invitation is on its way': 'Die Einladung ist unterwegs',
  'The invitation has been revoked': 'Die Einladung wurde zurückgezogen',
  'Copy the link for {email} now: it is not shown again':
    'Den Link für {email} jetzt kopieren: er wird nicht noch einmal gezeigt',
  'No plugin sends mail, so pass it on yourself. Anybody who has the link can accept.':
    'Kein Plugin sendet E-Mails, also bitte selbst weitergeben. Wer den Link hat, kann annehmen.',
  'Invite somebody': 'Jemanden einladen',
  'No pending invitations': 'Keine offenen Einladungen',
  'People whom you invite are listed here until they accept.': 'Wer eingeladen ist, steht hier bis zur Annahme.',
  Pending: 'Offen',
  'Pending invitations': 'Offene Einladungen',
  Role: 'Rolle',
  'Send the invitation': 'Einladung senden',
  'Invited by': 'Eingeladen von',
  Expires: 'Läuft ab',
  expired: 'abgelaufen',
  'Send again': 'Noch einmal senden',
  'Send again to {email}': 'Noch einmal senden an {email}',
  'Revoke the invitation of {email}': 'Einladung von {email} zurückziehen',
  'Revoke the invitation of {email}? Its link stops working.':
    'Einladung von {email} zurückziehen? Ihr Link gilt dann nicht mehr.',
  'You are invited': 'Sie sind eingeladen',
  'View the invitation': 'Einladung ansehen',
  'Join {site}': '{site} beitreten',
  'You are invited to join with the role {role}.': 'Sie sind mit der Rolle {role} eingeladen.',
  '{inviter} invites you to join with the role {role}.': '{inviter} lädt Sie mit der Rolle {role} ein.',
  'The invitation expires': 'Die Einladung läuft ab:',
  'Accept the invitation': 'Einladung annehmen',
  'The browser did not create a passkey. Try again, or choose a password.':
    'Der Browser hat keinen Passkey erstellt. Bitte noch einmal versuchen oder ein Passwort wählen.',
  'Use a passkey instead of a password': 'Passkey statt Passwort verwenden',
  '{browser} on {system}': '{browser} auf {system}',
} satisfies Messages
