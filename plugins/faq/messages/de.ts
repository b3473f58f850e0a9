import type { Messages } from 'lintel'

export default {
  'Add category': 'Kategorie hinzufügen',
  'Add question': 'Frage hinzufügen',
  Answer: 'Antwort',
  Back: 'Zurück',
  Category: 'Kategorie',
  'Change question': 'Frage ändern',
  'Delete “{name}”': '„{name}“ löschen',
  FAQ: 'FAQ',
  'Move “{name}” down': '„{name}“ nach unten',
  'Move “{name}” up': '„{name}“ nach oben',
  Name: 'Name',
  'New category': 'Neue Kategorie',
  'New question': 'Neue Frage',
  'No categories yet': 'Noch keine Kategorien',
  'No questions yet': 'Noch keine Fragen',
  'Not published': 'Nicht veröffentlicht',
  Published: 'Veröffentlicht',
  'Published questions are served at {path}, in this order.':
    'Veröffentlichte Fragen stehen unter {path}, in dieser Reihenfolge.',
  Question: 'Frage',
  'Questions and answers': 'Fragen und Antworten',
  'Questions belong to categories: add the first category below.':
    'Fragen gehören zu Kategorien: Die erste lässt sich unten anlegen.',
  Save: 'Speichern',
  'The category has questions: move or delete them first.':
    'Die Kategorie enthält Fragen: diese bitte zuerst verschieben oder löschen.',
  'There is already a category with this name.': 'Eine Kategorie dieses Namens gibt es schon.',
  'There is no such category.': 'Diese Kategorie gibt es nicht.',
  'There is no such entry.': 'Diesen Eintrag gibt es nicht.',
  'There is no such question.': 'Diese Frage gibt es nicht.',
  'This is taken.': 'Das ist schon vergeben.',
} satisfies Messages
