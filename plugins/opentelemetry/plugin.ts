import { definePlugin } from 'lintel'
import { settingsOf } from 'lintel/kit'
import { exportSpans } from './exporter.ts'
import { settings } from './settings.ts'
import { spansOf } from './spans.ts'
import { sampledTrace } from './trace-context.ts'

export default definePlugin({
  name: 'opentelemetry',
  version: '1.0.0-beta.1',
  description: 'Sends a span for each request, with its database and cache parts, to an OpenTelemetry collector.',
  settings,
  admin: { messages: { de: () => import('./messages/de.ts') } },
  operations: {
    opens: { endpoint: 'other', headers: 'more', statements: 'true' },
    trace: (request, c) => {
      const values = settingsOf(c, settings)
      const context = sampledTrace(request.traceparent, values.sampling)
      if (context !== null) exportSpans(c, values, spansOf(request, context, values.statements))
    },
  },
})
