import type { Messages } from '../../../../messages/messages.ts'

/** German messages of the command palette, and of the list's filters and pages. */
export default {
  'New document in {collection}': 'Neues Dokument in {collection}',
  Fields: 'Felder',
  Plugin: 'Plugin',
  Profile: 'Profil',
  'Light theme': 'Helles Farbschema',
  'Dark theme': 'Dunkles Farbschema',
  'System theme': 'Farbschema des Systems',
  File: 'Datei',
  Actions: 'Aktionen',
  Files: 'Dateien',
  Help: 'Hilfe',
  'Recently updated': 'Zuletzt geändert',
  'Nothing was found for “{words}”.': 'Zu „{words}“ wurde nichts gefunden.',
  above: 'über',
  below: 'unter',
  'is one of': 'ist eines von',
  'is none of': 'ist keines von',
  Filters: 'Filter',
  'Remove all': 'Alle entfernen',
  'Remove the filter {label}': 'Filter {label} entfernen',
  '{count} best matches': { one: '{count} bester Treffer', other: '{count} beste Treffer' },
  '{first}–{last} of {total} documents': '{first}–{last} von {total} Dokumenten',
  'Documents per page': 'Dokumente pro Seite',
  'status must be draft, scheduled or published.': 'status muss draft, scheduled oder published sein.',
  '{count} documents published': { one: '{count} Dokument veröffentlicht', other: '{count} Dokumente veröffentlicht' },
  '{count} documents unpublished': {
    one: '{count} Dokument zurückgezogen',
    other: '{count} Dokumente zurückgezogen',
  },
  '{count} documents scheduled': { one: '{count} Dokument eingeplant', other: '{count} Dokumente eingeplant' },
  '{count} documents restored': {
    one: '{count} Dokument wiederhergestellt',
    other: '{count} Dokumente wiederhergestellt',
  },
  '{count} documents deleted': { one: '{count} Dokument gelöscht', other: '{count} Dokumente gelöscht' },
  '{count} documents moved to the trash': {
    one: '{count} Dokument in den Papierkorb verschoben',
    other: '{count} Dokumente in den Papierkorb verschoben',
  },
  '{count} were refused:': { one: '{count} wurde abgelehnt:', other: '{count} wurden abgelehnt:' },
  'Change {field} of {title}': '{field} von {title} ändern',
  Saved: 'Gespeichert',
  'Saved. The document no longer matches the filters.': 'Gespeichert. Das Dokument passt nicht mehr zu den Filtern.',
  'Somebody else has changed this document in the meantime. The list shows it as it is now: try again.':
    'Jemand anderes hat dieses Dokument inzwischen geändert. Die Liste zeigt den neuen Stand: bitte noch einmal versuchen.',
  'The service cannot be reached. Nothing was changed: try again.':
    'Der Dienst ist nicht erreichbar. Nichts wurde geändert: bitte noch einmal versuchen.',
  None: 'Kein Wert',
} satisfies Messages
