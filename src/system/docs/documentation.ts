import files from '../../../dist/docs.json' with { type: 'json' }
import { parseDocumentation } from '../../docs/documentation.ts'

/** Every guide as Markdown. Loaded by the first who asks: it is large. */
export const documentation = parseDocumentation(new Map(Object.entries(files)))
