import type { Messages } from '../../../../messages/messages.ts'

export default {
  'Moved back to {time}.': 'Wieder auf {time}.',
  Calendar: 'Kalender',
  'Drag a scheduled document to another day, or select it and press Shift with an arrow key. It keeps its time of day.':
    'Ziehen Sie ein geplantes Dokument auf einen anderen Tag, oder wählen Sie es aus und drücken Sie die Umschalttaste und eine Pfeiltaste. Die Uhrzeit bleibt.',
  'Moved to {time}.': 'Verschoben auf {time}.',
  Month: 'Monat',
  'Next month': 'Nächster Monat',
  'Next week': 'Nächste Woche',
  'Only the first 500 documents with each status are shown.':
    'Von jedem Status werden die ersten 500 Dokumente gezeigt.',
  'Previous month': 'Voriger Monat',
  'Previous week': 'Vorige Woche',
  'That time has passed. Choose a later day.': 'Dieser Zeitpunkt ist vorbei. Wählen Sie einen späteren Tag.',
  'The service cannot be reached. Nothing was moved.': 'Der Dienst ist nicht erreichbar. Nichts wurde verschoben.',
  'There are more documents than a calendar can show.': 'Es gibt mehr, als ein Kalender zeigen kann.',
  'There is no time zone {name}.': 'Es gibt keine Zeitzone {name}.',
  'This document has been changed in the meantime. The calendar now shows its new time.':
    'Dieses Dokument wurde inzwischen geändert. Der Kalender zeigt jetzt seinen neuen Zeitpunkt.',
  'Times in {zone}.': 'Zeiten in {zone}.',
  Today: 'Heute',
  Undo: 'Rückgängig',
  Week: 'Woche',
  'changes to a published document': 'Änderungen an einem veröffentlichten Dokument',
  '{count} more': { one: '{count} weiteres', other: '{count} weitere' },
} satisfies Messages
