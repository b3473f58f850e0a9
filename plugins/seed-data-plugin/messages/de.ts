import type { Messages } from 'lintel'

export default {
  Accounts: 'Konten',
  'At most {max}': 'Höchstens {max}',
  'Back to sample data': 'Zurück zu den Beispieldaten',
  'Clear sample data': 'Beispieldaten entfernen',
  'Clear earlier sample data': 'Frühere Beispieldaten entfernen',
  Collection: 'Sammlung',
  Documents: 'Dokumente',
  'Documents, accounts and images to try things out with. Clearing removes only what was created here.':
    'Dokumente, Konten und Bilder zum Ausprobieren. Entfernt wird nur, was hier erzeugt wurde.',
  'All sample data has been created': 'Alle Beispieldaten sind erzeugt',
  Continue: 'Weiter',
  Images: 'Bilder',
  'Last created': 'Zuletzt erzeugt',
  'Create sample data': 'Beispieldaten erzeugen',
  'Creating sample data': 'Beispieldaten werden erzeugt',
  'Nobody can sign in to them with a password.': 'Niemand kann sich dort mit einem Passwort anmelden.',
  'Nothing can be created here': 'Hier lässt sich nichts erzeugen',
  Reason: 'Grund',
  'Removed: {content} documents, {users} accounts, {media} images':
    'Entfernt: {content} Dokumente, {users} Konten, {media} Bilder',
  'Removes what was created here, even if it has been edited since. Everything else stays.':
    'Entfernt, was hier erzeugt wurde, auch wenn es bearbeitet wurde. Alles andere bleibt.',
  'Roles of the accounts': 'Rollen der Konten',
  'Sample data': 'Beispieldaten',
  Seed: 'Startwert',
  'Seed {seed}': 'Startwert {seed}',
  'Stop here': 'Hier aufhören',
  'The same seed gives the same data. Leave it empty for a new seed.':
    'Derselbe Startwert ergibt dieselben Daten. Leer: ein neuer.',
  'What could not be created': 'Was nicht erzeugt werden konnte',
  'Data that already exists with the same seed is not created again.':
    'Was mit demselben Startwert schon da ist, wird nicht noch einmal erzeugt.',
  never: 'nie',
  '{done} of {total}': '{done} von {total}',
  '{stays} of them are kept, because something else needs them.': '{stays} davon bleiben, weil anderes sie braucht.',
  'Accounts with a known password are not created in {name}.':
    'Konten mit bekanntem Passwort werden in {name} nicht angelegt.',
  'Sample data is not created in {name}: the setting environments of seed-data-plugin contains {named}.':
    'In {name} werden keine Beispieldaten erzeugt: die Einstellung environments von seed-data-plugin nennt {named}.',
  'Sample data is turned off in {name}: set enabled: true for seed-data-plugin in cms.config.ts.':
    'Beispieldaten sind in {name} abgeschaltet: enabled: true für seed-data-plugin in cms.config.ts schaltet sie ein.',
  'There is no collection {name}.': 'Es gibt keine Sammlung {name}.',
  'There is no role {name}.': 'Es gibt keine Rolle {name}.',
  'no environment': 'keine Umgebung',
  'Lets administrators create sample data. Administrators can always clear sample data.':
    'Erlaubt Administratoren, Beispieldaten zu erzeugen. Entfernen können sie diese immer.',
  'Creates sample data once for a database, at the first start in development. Needs `enabled`.':
    'Erzeugt beim ersten Start in der Entwicklung einmal Beispieldaten für eine Datenbank. Setzt `enabled` voraus.',
  'Number of documents, unless a call requests another.': 'Zahl der Dokumente, wenn ein Aufruf keine andere verlangt.',
  'Number of accounts, unless a call requests another.': 'Zahl der Konten, wenn ein Aufruf keine andere verlangt.',
  'Number of images, unless a call requests another.': 'Zahl der Bilder, wenn ein Aufruf keine andere verlangt.',
  'Environments in which sample data can be created.':
    'Umgebungen, in denen überhaupt Beispieldaten erzeugt werden können.',
} satisfies Messages
