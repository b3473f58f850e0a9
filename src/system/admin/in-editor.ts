import type { LazyPage, PageOf, Shown } from '../../config/route.ts'
import type { RequestContext } from '../../runtime/kit.ts'
import { requireDevelopment } from './collections/ask.ts'

type Editor = typeof import('./editor.ts')

/** Loads the code that edits the project's files. A deployed worker is bundled without it. */
const loadEditor: (() => Promise<Editor>) | null =
  process.env.NODE_ENV === 'production' ? null : () => import('./editor.ts')

/** Returns the file to edit by hand in environments without the editor. */
type FileOf<Input> = (c: RequestContext, input: Input) => string

/**
 * Returns a route's action that works only under `cms dev`; elsewhere the request is refused, and the error names the
 * file to edit.
 */
export function inEditor<Input, Result>(
  fileOf: FileOf<Input>,
  pick: (editor: Editor) => (c: RequestContext, input: Input) => Result | Promise<Result>,
): (c: RequestContext, input: Input) => Promise<Result> {
  return async (c, input) => pick(await editorFor(c, fileOf(c, input)))(c, input)
}

/**
 * Returns a page that exists only under `cms dev`; elsewhere the request is refused, and the error names the file to
 * edit.
 */
export function editorPage<Page extends Shown>(
  fileOf: FileOf<Page>,
  pick: (editor: Editor) => PageOf<Page>,
): LazyPage<Page> {
  return async () => async (c, shown) => pick(await editorFor(c, fileOf(c, shown)))(c, shown)
}

async function editorFor(c: RequestContext, file: string): Promise<Editor> {
  requireDevelopment(c, file)
  if (loadEditor === null) throw new Error('The editor is missing: only the worker of `cms dev` contains it.')
  return loadEditor()
}
