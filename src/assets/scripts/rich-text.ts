/** Script of the rich text editor, loaded by pages that have one: `widgets/rich-text-loader.ts`. */

import { behaviour } from './behaviours/behaviour.ts'
import { startRichText } from './rich-text/editor.ts'

behaviour('[data-rich-text]', startRichText)
