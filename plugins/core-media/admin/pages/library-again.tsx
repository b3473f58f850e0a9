/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, t, typedIn } from 'lintel/ui'
import { libraryOf, readFolders, readLibrary } from '../library.ts'
import { type LibraryQuery, libraryQuery, queryOf } from '../library-query.ts'
import type { TypedFolder } from './folder-forms.tsx'
import { pageOf } from './library-page.tsx'

/** The library page after one of its forms was refused, with what was typed. */
export default async function libraryAgain(c: RequestContext, { params, refused }: Shown): Promise<Page> {
  const query = await placeOf(c, params.id, refused)
  const library = libraryOf(c, query, await readLibrary(c, query))
  return pageOf(c, library, refused ? <Refusal {...refused} /> : undefined, typedFolder(params.id, refused))
}

/** Finds the library's query: from the address in the form (`back`), or else from the folder that the form is about. */
async function placeOf(c: RequestContext, id: string | undefined, refused: Refused | null): Promise<LibraryQuery> {
  const back = typedIn(refused, 'back')
  if (back !== undefined) return queryOf(back)
  const folder = id === undefined ? typedIn(refused, 'parent') : await pathOf(c, id)
  // A path that names no folder may be too long for the query.
  return libraryQuery.safeParse(folder ? { folder } : {}).data ?? libraryQuery.parse({})
}

async function pathOf(c: RequestContext, id: string): Promise<string | undefined> {
  return (await readFolders(c)).find((folder) => folder.id === id)?.path
}

function typedFolder(id: string | undefined, refused: Refused | null): TypedFolder | undefined {
  const name = typedIn(refused, 'name')
  if (name === undefined) return undefined
  return id === undefined ? { made: name } : { changed: { name, parent: typedIn(refused, 'parent') ?? '' } }
}

function Refusal({ problem: { detail, title, errors = [] } }: Refused) {
  return (
    <Alert kind="error" title={detail ?? t(title)}>
      {errors.length > 0 && (
        <ul class="list-disc pl-5">
          {errors.map(({ message }) => (
            <li>{message}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
