import type { Messages } from 'lintel'

export default {
  'A backup is the whole database at one moment, as SQL. It contains everything, including password hashes: protect it as you protect the database.':
    'Eine Sicherung ist die ganze Datenbank zu einem Zeitpunkt, als SQL. Sie enthält alles, auch die Hashes der Passwörter, und ist so zu schützen wie die Datenbank.',
  'A day': 'Ein Tag',
  'A month': 'Ein Monat',
  'A week': 'Eine Woche',
  Actions: 'Aktionen',
  'All tables': 'Alle Tabellen',
  'Include those that lose values. I have a backup.':
    'Auch solche, bei denen Werte verloren gehen. Eine Sicherung ist vorhanden.',
  Result: 'Ergebnis',
  Applied: 'Angewandt',
  Apply: 'Anwenden',
  'At most {count} rows are shown.': 'Höchstens {count} Zeilen werden gezeigt.',
  'Average, ms': 'Durchschnitt, ms',
  'Back up now': 'Jetzt sichern',
  Backups: 'Sicherungen',
  Checksum: 'Prüfsumme',
  Column: 'Spalte',
  Columns: 'Spalten',
  'Contains (null for no value)': 'Enthält (null für keinen Wert)',
  Database: 'Datenbank',
  'Database tools': 'Datenbankwerkzeuge',
  Default: 'Vorgabe',
  Delete: 'Löschen',
  'Delete this backup? It cannot be restored.': 'Diese Sicherung löschen? Sie lässt sich nicht wiederherstellen.',
  Download: 'Herunterladen',
  'Each is applied once, entirely or not at all.': 'Jede wird einmal angewandt, ganz oder gar nicht.',
  'Explain the plan': 'Plan erklären',
  Filter: 'Filtern',
  History: 'Verlauf',
  'In this order. This is what will run.': 'In dieser Reihenfolge. Das wird ausgeführt.',
  Indexes: 'Indizes',
  Kind: 'Art',
  'Create one before large changes.': 'Vor großen Änderungen eine anlegen.',
  'Measured at every request, summed by hour. Other isolates are at most a minute behind.':
    'Bei jeder Anfrage gemessen, je Stunde summiert. Andere Isolate hinken höchstens eine Minute hinterher.',
  Migrations: 'Migrationen',
  Name: 'Name',
  'Newest backup': 'Neueste Sicherung',
  None: 'Keine',
  'None is created automatically.': 'Es wird keine automatisch angelegt.',
  'Nothing has been stored here yet.': 'Hier wurde noch nichts gespeichert.',
  'Nothing is pending': 'Nichts steht aus',
  'Nothing was applied': 'Nichts wurde angewandt',
  'Nothing has been measured yet': 'Noch nichts gemessen',
  'One is created every {count} hours.': {
    one: 'Jede Stunde entsteht eine.',
    other: 'Alle {count} Stunden entsteht eine.',
  },
  'One read-only statement at a time. Each call is in the audit log.':
    'Eine Anweisung auf einmal, die nur liest. Jeder Aufruf steht im Protokoll.',
  'One statement at a time. It may change rows; each call is in the audit log.':
    'Eine Anweisung auf einmal. Sie darf Zeilen ändern; jeder Aufruf steht im Protokoll.',
  Overview: 'Überblick',
  'Page {page} of {pages}': 'Seite {page} von {pages}',
  Pending: 'Ausstehend',
  Performance: 'Leistung',
  Period: 'Zeitraum',
  'Refers to': 'Verweist auf',
  'From a terminal, even into an empty database or after a change to the schema:':
    'Im Terminal, auch in eine leere Datenbank oder nach einer Änderung des Schemas:',
  'From a terminal:': 'Im Terminal:',
  Restore: 'Wiederherstellen',
  '{count} rows have been restored': {
    one: '{count} Zeile ist wiederhergestellt',
    other: '{count} Zeilen sind wiederhergestellt',
  },
  'The first backup in this list has the data from before the restore.':
    'Eine Sicherung dessen, was vorher da war, steht oben in dieser Liste.',
  'Restore a backup': 'Eine Sicherung wiederherstellen',
  'All data in {environment} is restored to this moment:':
    'Alles in {environment} wird wieder, wie es in diesem Moment war:',
  'This backup cannot be restored here': 'Diese Sicherung lässt sich hier nicht wiederherstellen',
  'The schema of the database has changed since the backup.':
    'Die Datenbank hat inzwischen ein anderes Schema als die Sicherung.',
  'The backup has {rows} rows, but at most {most} can be restored at once.':
    'Die Sicherung hat {rows} Zeilen, mehr als die {most}, die auf einmal wiederhergestellt werden.',
  'Before you restore': 'Vor dem Wiederherstellen',
  'Everything written since then is lost, including accounts and passwords.':
    'Was seither geschrieben wurde, geht verloren, auch Konten und Passwörter.',
  'The current data is backed up first.': 'Zuerst wird gesichert, was jetzt da ist.',
  'All data is replaced at once: if the restore fails, nothing changes.':
    'Alles wird auf einmal ersetzt oder gar nichts: Misslingt es, hat sich nichts geändert.',
  'The audit log, the files in the bucket, sessions, tokens and invitations stay as they are now.':
    'Das Protokoll, die Dateien, Sitzungen, Tokens und Einladungen bleiben, wie sie jetzt sind.',
  'Type {name} to confirm': 'Zur Bestätigung {name} eingeben',
  'Your password': 'Ihr Passwort',
  'Restore this backup': 'Diese Sicherung wiederherstellen',
  Cancel: 'Abbrechen',
  'Every table has as many rows now as in the backup.': 'Jede Tabelle hat jetzt so viele Zeilen wie in der Sicherung.',
  'Tables whose number of rows changes': 'Tabellen, deren Zeilenzahl sich ändert',
  'Rows now': 'Zeilen jetzt',
  'Rows in the backup': 'Zeilen in der Sicherung',
  'Restoring is turned off in the settings of database-tools-plugin.':
    'Das Wiederherstellen ist in den Einstellungen von database-tools-plugin ausgeschaltet.',
  'Type {name}, the name of this service, to restore {environment}.':
    'Geben Sie {name} ein, den Namen dieses Dienstes, um {environment} wiederherzustellen.',
  'Lets administrators replace the database with a backup, after backing up the current one.':
    'Lässt Administratoren die Datenbank durch eine Sicherung ersetzen, nachdem gesichert ist, was da ist.',
  'Query plan': 'Abfrageplan',
  'How SQLite runs it': 'So führt SQLite sie aus',
  'An index would avoid the sort': 'Ein Index würde das Sortieren ersparen',
  'Add this to {file}, and build:': 'Ergänzen Sie das in {file}, und bauen Sie neu:',
  Back: 'Zurück',
  'grows with the table': 'wächst mit der Tabelle',
  'Whole statement and plan': 'Ganze Anweisung und Plan',
  'No such statement was measured, or it is too long to be stored completely.':
    'Eine solche Anweisung wurde nicht gemessen, oder sie ist zu lang, um ganz behalten zu werden.',
  'Searches the full-text index.': 'Fragt den Volltextindex.',
  'Reads the index {index} until there are enough rows.':
    'Geht den Index {index} durch, bis genug Zeilen gefunden sind.',
  'Reads every row of {table}.': 'Liest jede Zeile von {table}.',
  'Finds the rows with an index.': 'Findet die Zeilen über einen Index.',
  'Collects all rows that were found and sorts them.': 'Sammelt alle gefundenen Zeilen und sortiert sie.',
  Route: 'Route',
  Rows: 'Zeilen',
  'Rows are counted if the database reports them: D1 does, but not for statements that return bare values; SQLite on your own server does not.':
    'Zeilen werden gezählt, wo die Datenbank sie nennt: D1 tut das, aber nicht bei Anweisungen, die bloße Werte liefern; auf einem eigenen Rechner sagt SQLite nicht, wie viele es liest.',
  'Rows read': 'Gelesene Zeilen',
  'Rows read by route': 'Gelesene Zeilen je Route',
  'Rows written': 'Geschriebene Zeilen',
  Run: 'Ausführen',
  'SQL console': 'SQL-Konsole',
  'Save as CSV': 'Als CSV speichern',
  'Save as JSON': 'Als JSON speichern',
  'See what differs': 'Unterschiede ansehen',
  Size: 'Größe',
  'Slowest statements': 'Langsamste Anweisungen',
  'Slowest, ms': 'Längste, ms',
  'Sort by {column}': 'Nach {column} ordnen',
  Statement: 'Anweisung',
  Statements: 'Anweisungen',
  Tables: 'Tabellen',
  'The SQL that created it': 'Das SQL, aus dem sie entstand',
  'The backup has been created': 'Die Sicherung wurde angelegt',
  'The database contradicts the migrations': 'Die Datenbank widerspricht den Migrationen',
  'The database has the schema of this program.': 'Die Datenbank hat das Schema dieses Programms.',
  'The newest {count} are kept.': {
    one: 'Die neueste wird aufbewahrt.',
    other: 'Die neuesten {count} werden aufbewahrt.',
  },
  'The statement ran and returned nothing.': 'Die Anweisung lief und gab nichts zurück.',
  'There are no rows': 'Es gibt keine Zeilen',
  'There is no backup yet': 'Noch gibt es keine Sicherung',
  'This hour': 'Diese Stunde',
  'Time, ms': 'Zeit, ms',
  Calls: 'Aufrufe',
  'Try other words, or another column.': 'Andere Wörter versuchen, oder eine andere Spalte.',
  Type: 'Typ',
  'Contents, queries and backups of the database.': 'Inhalt, Abfragen und Sicherungen der Datenbank.',
  'Queries appear here as soon as requests make them.': 'Hier erscheinen Abfragen, sobald Anfragen sie stellen.',
  When: 'Wann',
  'binary data': 'Binärdaten',
  'loses values': 'verliert Werte',
  none: 'keine',
  'not null': 'nicht null',
  'not shown': 'nicht gezeigt',
  'nothing is pending': 'nichts steht aus',
  'primary key': 'Primärschlüssel',
  'there are more rows': 'es gibt weitere Zeilen',
  unique: 'eindeutig',
  '{count} migrations were applied': {
    one: '{count} Migration wurde angewandt',
    other: '{count} Migrationen wurden angewandt',
  },
  '{count} pending': '{count} ausstehend',
  '{count} read': '{count} gelesen',
  '{count} rows': { one: '{count} Zeile', other: '{count} Zeilen' },
  '{count} tables': { one: '{count} Tabelle', other: '{count} Tabellen' },
  '{count} written': '{count} geschrieben',
  '{time} ms': '{time} ms',
  'A change cannot use the column {name}, whose values can be neither read nor written here.':
    'Eine Änderung kann {name} nicht nennen: Der Inhalt ist hier weder zu sehen noch zu setzen.',
  'There is a closing parenthesis without an opening one.': 'Es gibt eine schließende Klammer ohne öffnende.',
  'A parenthesis is not closed.': 'Eine Klammer ist nicht geschlossen.',
  'A statement must not contain a NUL character.': 'Eine Anweisung darf kein NUL-Zeichen enthalten.',
  'A closing {closing} is missing.': 'Am Ende eines Textes fehlt {closing}.',
  'Backups are turned off in the settings of database-tools-plugin.':
    'Sicherungen sind in den Einstellungen von database-tools-plugin abgeschaltet.',
  "Facts about a table: SELECT * FROM pragma_table_info('<table>').":
    "Über eine Tabelle: SELECT * FROM pragma_table_info('<table>').",
  'Write the table name as {value}, without "main.": it has columns that are never shown.':
    'Die Tabelle bitte {value} nennen, ohne „main.“: sie hat Spalten, die nicht gezeigt werden.',
  'Send one statement at a time.': 'Bitte nur eine Anweisung auf einmal.',
  'The SQL console is turned off in the settings of database-tools-plugin.':
    'Die SQL-Konsole ist in den Einstellungen von database-tools-plugin abgeschaltet.',
  'The column {table}.{column} is never shown.': 'Die Spalte {table}.{column} wird niemandem gezeigt.',
  'The console cannot change the schema or the connection. Migrations change the schema.':
    'Die Konsole kann weder Schema noch Verbindung ändern. Das Schema ändern Migrationen.',
  'The console does not change {machinery}, which SQLite maintains.':
    'Die Konsole ändert {machinery} nicht: das pflegt sich selbst.',
  'The console does not change {name}.': 'Die Konsole ändert {name} nicht.',
  'The console does not support {name}.': 'Die Konsole unterstützt {name} nicht.',
  'The console only reads. To let it change rows, set allowWrites: true in the settings of database-tools-plugin.':
    'Die Konsole liest nur. Mit allowWrites: true in den Einstellungen von database-tools-plugin ändert sie auch Zeilen.',
  'The console accepts SELECT, VALUES, WITH, INSERT, UPDATE, DELETE, and EXPLAIN of these.':
    'Die Konsole nimmt SELECT, VALUES, WITH, INSERT, UPDATE, DELETE und EXPLAIN davon an.',
  'The expression {name} refers to itself: end it with LIMIT and a number up to {max}, inside its parentheses.':
    'Der Ausdruck {name} verweist auf sich selbst: er muss in seinen Klammern mit LIMIT und einer Zahl bis {max} enden.',
  'There is no statement.': 'Es gibt keine Anweisung.',
  'There is no such backup.': 'Diese Sicherung gibt es nicht.',
  'There is no table {name}.': 'Es gibt keine Tabelle {name}.',
  'There is nothing to explain.': 'Es gibt nichts zu erklären.',
  'There was no response within {timeout} seconds; D1 cancels a query after 30.':
    'Nach {timeout} Sekunden kam noch keine Antwort; D1 beendet die Abfrage nach 30.',
  'the schema': 'das Schema',
  '{table} has no visible column {name}.': '{table} hat keine sichtbare Spalte {name}.',
  'Lets administrators run SQL in the console, or with `POST /admin/database/query`.':
    'Erlaubt Administratoren, SQL auszuführen: in der Konsole oder mit `POST /admin/database/query`.',
  'Maximum number of rows that the console returns.': 'Höchste Zahl von Zeilen, die die Konsole zurückgibt.',
  'Seconds after which the console stops waiting. D1 cancels a query after 30.':
    'Sekunden, nach denen die Konsole nicht länger wartet. D1 beendet eine Abfrage nach 30.',
  'Lets the console change rows, with one INSERT, UPDATE or DELETE at a time, but never the schema.':
    'Erlaubt der Konsole, Zeilen zu ändern, mit jeweils einem INSERT, UPDATE oder DELETE, aber nie das Schema.',
  'Columns that are never shown, as `table.column`, besides those declared by plugins and those named like secrets.':
    'Spalten, die nie gezeigt werden, als `table.column`, außer denen, die Plugins angeben oder die wie Geheimnisse heißen.',
  'Lets administrators create, list and download backups.':
    'Erlaubt Administratoren, Sicherungen anzulegen, aufzulisten und herunterzuladen.',
  'Hours between two automatic backups. 0 for none.': 'Stunden zwischen zwei automatischen Sicherungen. 0 für keine.',
  'Number of backups to keep. A new backup deletes the oldest ones beyond this number.':
    'Zahl der Sicherungen, die bleiben. Jede neue löscht die ältesten darüber hinaus.',
  'Measures the statements of requests, and sums the measurements by hour and route.':
    'Misst die Anweisungen von Anfragen und summiert sie nach Stunde und Route.',
  'Days for which these statistics are kept.': 'Tage, für die diese Statistik aufbewahrt wird.',
  'When the service starts, applies pending migrations that lose nothing, if `migrations` of the environment is `apply`.':
    'Wendet ausstehende Migrationen, bei denen nichts verloren geht, beim Start des Dienstes an, wenn `migrations` der Umgebung `apply` ist.',
} satisfies Messages
