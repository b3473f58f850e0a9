/** The reader of Markdown, loaded when somebody pastes some: `rich-text/paste/markdown.ts`. */

import { fromMarkdown } from '../../rich-text/parse/index.ts'

Object.assign(window, { lintelMarkdown: fromMarkdown })
