import type { Messages } from 'lintel'

export default {
  All: 'Alle',
  'Responses and values that are stored, so that they need not be computed again.':
    'Antworten und Werte, die gespeichert werden, damit sie nicht neu berechnet werden müssen.',
  Any: 'Beliebig',
  Cache: 'Cache',
  Change: 'Ändern',
  Clear: 'Leeren',
  'Clear the cache': 'Cache leeren',
  Collections: 'Sammlungen',
  'Collections whose first page is now cached: {count}': 'Sammlungen, deren erste Seite jetzt im Cache ist: {count}',
  'Sums over all isolates. Each isolate adds its counts once a minute.':
    'Über alle Isolates gezählt; jedes meldet einmal in der Minute, was es gezählt hat.',
  Drop: 'Verwerfen',
  'Drop everything in the cache?': 'Alles im Cache verwerfen?',
  'Drop {key}': '{key} verwerfen',
  'Drops every entry in every tier. The next requests reach the database.':
    'Verwirft jeden Eintrag auf jeder Stufe. Die nächsten Anfragen gehen an die Datenbank.',
  'Each isolate has a memory of its own; this is the one that responded.':
    'Jedes Isolate hat einen eigenen Speicher; hier steht der des Isolates, das geantwortet hat.',
  'Each namespace appears here after its first request.': 'Jeder Namensraum erscheint hier nach der ersten Anfrage.',
  Entries: 'Einträge',
  'Entries that were dropped: {count}': 'Verworfene Einträge: {count}',
  Filter: 'Filtern',
  'From KV': 'Aus KV',
  'From memory': 'Aus dem Speicher',
  'From the database': 'Aus der Datenbank',
  'Hit rate': 'Trefferquote',
  Hits: 'Treffer',
  Invalidate: 'Verwerfen',
  'Invalidate {namespace}': '{namespace} verwerfen',
  KV: 'KV',
  'Caches the first page of each collection, as anonymous visitors see it.':
    'Nimmt die erste Seite von Sammlungen, wie alle sie sehen, in den Cache auf.',
  'Cached for': 'Im Cache für',
  Key: 'Schlüssel',
  Stored: 'Gespeichert',
  Memory: 'Speicher',
  'Memory of this isolate': 'Speicher dieses Isolates',
  Namespace: 'Namensraum',
  Namespaces: 'Namensräume',
  'No entries': 'Keine Einträge',
  'If none is selected, all collections are cached.': 'Ohne Auswahl: alle.',
  'Nothing matches, neither in the memory of the isolate that responded nor in KV.':
    'Nichts passt, weder im Speicher des Isolates, das geantwortet hat, noch in KV.',
  'No requests yet': 'Noch keine Anfragen',
  Overview: 'Überblick',
  'Page {page} of {pages}, {count} entries': 'Seite {page} von {pages}, {count} Einträge',
  Pattern: 'Muster',
  Requests: 'Anfragen',
  'Search keys': 'Schlüssel suchen',
  'Seconds left': 'Verbleibende Sekunden',
  Size: 'Größe',
  'Such as posts:*, in which * stands for any characters.': 'Etwa posts:*, wobei * für beliebigen Text steht.',
  'The cache is empty; {count} entries were dropped': 'Der Cache ist leer; {count} Einträge wurden verworfen',
  'The memory tier is turned off in the settings.': 'Die Speicherstufe ist in den Einstellungen abgeschaltet.',
  Tier: 'Stufe',
  'Warm up': 'Vorwärmen',
  'Matching entries are rebuilt when they are next requested.':
    'Passende Einträge entstehen bei der nächsten Anfrage neu.',
  'of {count} requests': 'von {count} Anfragen',
  stale: 'veraltet',
  '{count} s': '{count} s',
  '{count} stale responses': '{count} veraltete Antworten',
  '{entries} entries, {used} of {most}': '{entries} Einträge, {used} von {most}',
  'Give a pattern, a namespace, or both.': 'Ein Muster, ein Namensraum oder beides ist nötig.',
  'There is no collection {name}.': 'Es gibt keine Sammlung {name}.',
  'Lifetime of the entries, in seconds.': 'Lebensdauer der Einträge in Sekunden.',
  'Keeps entries in the memory of each isolate.': 'Hält Einträge im Speicher jedes Isolates.',
  'Keeps entries in the KV namespace `CACHE_KV` too. Otherwise KV is not used.':
    'Hält Einträge auch im KV-Namensraum `CACHE_KV`. Sonst wird KV nie berührt.',
  'Lifetime of an entry in seconds, unless its namespace sets another.':
    'Lebensdauer eines Eintrags in Sekunden, sofern sein Namensraum keine eigene hat.',
  'Megabytes that one isolate may store. The least recently used entry is evicted first, and no entry takes more than an eighth of this memory.':
    'Megabyte, die ein Isolate speichern darf. Der am längsten unbenutzte Eintrag wird zuerst verdrängt, und keiner belegt mehr als ein Achtel.',
  'Lifetimes by namespace, in seconds. If not set here, they are 3600 for `media` and 300 for `auth`.':
    'Lebensdauer je Namensraum. Für `media` gelten 3600 Sekunden und für `auth` 300, wenn sie hier nicht genannt sind.',
  'Seconds for which an isolate may miss a change that another one made. 0 queries the database each time.':
    'Sekunden, für die einem Isolate die Änderung eines anderen entgehen darf. Bei 0 wird jedes Mal die Datenbank gefragt.',
  'Seconds for which an expired response may still be served while the database is down. 0 for never.':
    'Sekunden nach ihrem Ablauf, für die eine Antwort noch gegeben werden darf, während die Datenbank ausfällt. 0 für nie.',
} satisfies Messages
