import type { DocPage, DocSection } from '../../docs/doc-page.ts'
import { type Documentation, findPage } from '../../docs/documentation.ts'
import { nearest } from '../../ground/nearest.ts'

/** Section of the documentation that explains a code, with its page. */
export interface Explanation {
  readonly page: DocPage
  readonly section: DocSection
}

/** Pages whose sections of the third level are named by codes; of the commands those of exit codes. */
const PAGES = ['diagnostics', 'errors', 'cli']

/** Heading of an exit code, before its number. */
const EXIT_CODE = /^Exit code /

/** Sections that explain a code: a diagnostic, an error of the API, or an exit code by its number. */
export function findSections(documentation: Documentation, code: string): readonly Explanation[] {
  return explanationsIn(documentation).filter(({ section }) => namesOf(section).includes(code))
}

/** The nearest of all codes; `undefined` where none is near. */
export function nearestCode(documentation: Documentation, code: string): string | undefined {
  return nearest(
    code,
    explanationsIn(documentation).map(({ section }) => section.heading.text),
  )
}

function explanationsIn(documentation: Documentation): readonly Explanation[] {
  return PAGES.flatMap((name) => {
    const page = findPage(documentation, name)
    if (page === null) return []
    const isCode = ({ heading: { level, text } }: DocSection) => level === 3 && (name !== 'cli' || EXIT_CODE.test(text))
    return page.sections.filter(isCode).map((section) => ({ page, section }))
  })
}

/** `Exit code 3` is asked for as `3`. */
function namesOf({ heading: { text, anchor } }: DocSection): readonly string[] {
  return [text, anchor, text.replace(EXIT_CODE, '')]
}
