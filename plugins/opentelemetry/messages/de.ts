import type { Messages } from 'lintel'

export default {
  'Address at which the collector accepts OTLP over HTTP, without `/v1/traces`, such as `https://otel.example.com`.':
    'Adresse, unter der der Collector OTLP über HTTP annimmt, ohne `/v1/traces`, etwa `https://otel.example.com`.',
  "Headers of each delivery, such as an API key set with `secret('…')`.":
    "Kopfzeilen jeder Lieferung, etwa ein API-Schlüssel, mit `secret('…')` benannt.",
  'Name of the service in traces. Default: the name of the config.':
    'Name des Dienstes in Traces. Sonst ist es der Name der Konfiguration.',
  'Share of the traces that is sent, from 0 to 1. The ID of a trace determines whether it is sent, so services with the same share send the same traces.':
    'Anteil der Traces, die gesendet werden, von 0 bis 1. Die ID eines Traces entscheidet; Dienste mit gleichem Anteil wählen also dieselben.',
  'Adds the text of SQL statements to spans of the database, never their values.':
    'Fügt Spans der Datenbank den Text der SQL-Anweisungen hinzu, nie deren Werte.',
  'Milliseconds for which spans are collected, after the response, before they are sent.':
    'Millisekunden, für die Spans nach der Antwort gesammelt werden, bevor sie gesendet werden.',
} satisfies Messages
