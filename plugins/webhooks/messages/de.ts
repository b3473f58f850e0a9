import type { Messages } from 'lintel'

export default {
  Address: 'Adresse',
  All: 'Alle',
  Attempts: 'Versuche',
  Collections: 'Sammlungen',
  'Deliver again': 'Erneut zustellen',
  Delivered: 'Zugestellt',
  Deliveries: 'Zustellungen',
  Delivery: 'Zustellung',
  'Every event that an endpoint subscribes to is listed here, with the outcome of its delivery.':
    'Hier steht jedes Ereignis, das ein Endpunkt abonniert hat, mit dem Ergebnis der Zustellung.',
  Endpoint: 'Endpunkt',
  Endpoints: 'Endpunkte',
  'Endpoints are settings of the plugin, at {place}.': 'Endpunkte stehen in den Einstellungen des Plugins, in {place}.',
  Error: 'Fehler',
  Event: 'Ereignis',
  'Time of the event': 'Zeitpunkt des Ereignisses',
  Events: 'Ereignisse',
  Filter: 'Filtern',
  Failed: 'Gescheitert',
  'HTTP status': 'HTTP-Status',
  'Its first 1,024 bytes at most.': 'Höchstens die ersten 1.024 Bytes.',
  'The response had no body, or there has been no response yet.':
    'Die Antwort hatte keinen Inhalt, oder es gab noch keine.',
  'The event is being delivered again': 'Das Ereignis wird erneut zugestellt',
  'Last response': 'Letzte Antwort',
  'Last attempt': 'Letzter Versuch',
  'Next attempt': 'Nächster Versuch',
  'No deliveries': 'Keine Zustellungen',
  'No endpoints': 'Keine Endpunkte',
  'Other systems that are notified of events. Endpoints are declared in the config; every delivery is recorded here.':
    'Andere Systeme, die von Ereignissen erfahren. Endpunkte stehen in der Konfiguration, jede Zustellung steht hier.',
  Payload: 'Inhalt',
  'Restricted fields': 'Geschützte Felder',
  'Send a test': 'Test senden',
  Sends: 'Sendet',
  Status: 'Status',
  'The body, as it is signed and sent.': 'Der Inhalt, wie er signiert und gesendet wird.',
  'The endpoint did not accept the test message': 'Der Endpunkt hat die Testnachricht nicht angenommen',
  'The endpoint accepted the test message': 'Der Endpunkt hat die Testnachricht angenommen',
  'To the endpoint {endpoint}': 'An den Endpunkt {endpoint}',
  Duration: 'Dauer',
  Waiting: 'Wartend',
  Webhooks: 'Webhooks',
  When: 'Wann',
  all: 'alle',
  delivered: 'zugestellt',
  failed: 'gescheitert',
  'ids only': 'nur IDs',
  'left out': 'ausgelassen',
  sent: 'gesendet',
  waiting: 'wartend',
  'whole documents': 'ganze Dokumente',
  '{count} ms': '{count} ms',
  'An attempt is under way right now.': 'Gerade läuft ein Versuch.',
  'The delivery no longer exists.': 'Die Zustellung gibt es nicht mehr.',
  'There is no endpoint with this name in the config.':
    'Einen Endpunkt dieses Namens gibt es in der Konfiguration nicht.',
  'There is no such delivery.': 'Diese Zustellung gibt es nicht.',
  'Name in the log and in addresses: a–z, 0–9 and hyphens, at most 40 characters.':
    'Name im Protokoll und in Adressen: a–z, 0–9 und Bindestriche, höchstens 40 Zeichen.',
  'Events that are sent to the endpoint.': 'Ereignisse, die an den Endpunkt gesendet werden.',
  'Collections whose content events are sent. Default: all collections.':
    'Sammlungen, deren Inhaltsereignisse gesendet werden. Sonst werden sie für alle gesendet.',
  '`full` sends documents before and after the change, `ids` only their ids.':
    '`full` sendet Dokumente, wie sie waren und sind, `ids` nur, welches es ist.',
  'Also sends fields that only some roles may read. Hidden fields are never sent.':
    'Sendet auch Felder, die nur manche Rollen lesen dürfen. Verborgene Felder werden nie gesendet.',
  'Address of the endpoint: `https:`, in development `http:` too. User and password belong in `headers`.':
    'Adresse des Endpunkts: `https:`, in der Entwicklung auch `http:`. Name und Passwort gehören in `headers`.',
  'Key that signs messages: `whsec_` and 24 to 64 random bytes as base64. During a replacement, several keys, separated by commas.':
    'Schlüssel, der Nachrichten signiert: `whsec_` und 24 bis 64 zufällige Bytes als Base64. Während einer den anderen ablöst, mehrere, durch Kommas getrennt.',
  'Headers of every request.': 'Kopfzeilen jeder Anfrage.',
  'Addresses to which events are sent.': 'Adressen, an die Ereignisse gesendet werden.',
  'Seconds that an endpoint may take to respond.': 'Sekunden, in denen ein Endpunkt antworten muss.',
  'Number of attempts before a delivery is abandoned.': 'Zahl der Versuche, bevor eine Zustellung aufgegeben wird.',
  'Seconds before the second attempt. Each later wait is four times as long, up to a day.':
    'Sekunden vor dem zweiten Versuch. Jede weitere Wartezeit ist viermal so lang, bis zu einem Tag.',
  'Days for which the log keeps deliveries that were completed or abandoned.':
    'Tage, für die das Protokoll Zustellungen behält, die abgeschlossen oder aufgegeben wurden.',
} satisfies Messages
