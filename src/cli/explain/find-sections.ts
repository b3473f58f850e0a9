import type { DocPage, DocSection } from '../../docs/doc-page.ts'
import { type Documentation, findPage } from '../../docs/documentation.ts'
import { nearest } from '../../ground/nearest.ts'

/** Section of the documentation that explains a code, with its page. */
export interface Explanation {
  readonly page: DocPage
  readonly section: DocSection
}

/** Pages whose third-level headings are codes; in the page about commands these are exit codes. */
const PAGES = ['diagnostics', 'errors', 'cli']

/** Pattern of the heading of an exit code, before its number. */
const EXIT_CODE = /^Exit code /

/** Finds the sections that explain a code: a diagnostic, an error of the API, or an exit code by its number. */
export function findSections(documentation: Documentation, code: string): readonly Explanation[] {
  return explanationsIn(documentation).filter(({ section }) => namesOf(section).includes(code))
}

/** Returns the code whose spelling is nearest; `undefined` if none is near. */
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

/** Returns the codes that a section explains: the heading `Exit code 3` explains `3`. */
function namesOf({ heading: { text, anchor } }: DocSection): readonly string[] {
  return [text, anchor, text.replace(EXIT_CODE, '')]
}
