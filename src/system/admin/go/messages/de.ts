import type { Messages } from '../../../../config/messages.ts'

/** The German of the search over everything, and of the list's filters and pages. */
export default {
  'New document in {collection}': 'Neues Dokument in {collection}',
  Fields: 'Felder',
  Plugin: 'Plugin',
  Profile: 'Profil',
  'Light theme': 'Helles Farbschema',
  'Dark theme': 'Dunkles Farbschema',
  'Theme of the system': 'Farbschema des Systems',
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
  'Documents on a page': 'Dokumente pro Seite',
  'status is draft, scheduled or published.': 'status ist draft, scheduled oder published.',
} satisfies Messages
