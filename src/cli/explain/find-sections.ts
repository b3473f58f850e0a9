import { nearest } from '../../ground/nearest.ts'
import type { DocPage, DocSection } from '../../docs/doc-page.ts'
import { type Documentation, findPage } from '../../docs/documentation.ts'

/** Section of the documentation that explains a code, with its page. */
export interface Explanation {
  readonly page: DocPage
  readonly section: DocSection
}

/** Pages whose sections of the third level are named by codes. */
const PAGES = ['diagnostics', 'errors', 'cli']

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
    return page.sections.filter(({ heading }) => heading.level === 3).map((section) => ({ page, section }))
  })
}

/** `Exit code 3` is asked for as `3`. */
function namesOf({ heading: { text, anchor } }: DocSection): readonly string[] {
  return [text, anchor, text.replace(/^Exit code /, '')]
}
