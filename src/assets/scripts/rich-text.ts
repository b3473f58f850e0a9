/** Script of the rich text editor, loaded by pages that have one: `behaviours/load-script.ts`. */

import { behaviour } from './behaviours/behaviour.ts'
import { startRichText } from './rich-text/editor.ts'

behaviour('[data-rich-text]', startRichText)
