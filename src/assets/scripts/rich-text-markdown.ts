/** Script that parses Markdown, loaded when a user pastes some: `rich-text/paste/markdown.ts`. */

import { fromMarkdown } from '../../rich-text/parse/index.ts'

Object.assign(window, { lintelMarkdown: fromMarkdown })
