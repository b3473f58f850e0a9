/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content, Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Icon, PageHeader, t, tn } from 'lintel/ui'
import { type Library, type LibraryResult, libraryOf } from '../library.ts'
import { type LibraryQuery, libraryPath } from '../library-query.ts'
import { FolderForms, type TypedFolder } from './folder-forms.tsx'
import { FolderTree } from './folder-tree.tsx'
import { LibraryFilters } from './library-filters.tsx'
import { MediaTabs } from './media-tabs.tsx'
import { Results } from './results.tsx'
import { scriptOf } from './script.ts'
import { Uploader } from './uploader.tsx'

/** The library page: folders at the side, their contents beside them. */
export default function libraryPage(c: RequestContext, { result, query }: Shown<LibraryResult, LibraryQuery>): Page {
  const notice = query.did && <Alert kind="success" title={describeDone(query.did, query.count ?? 1)} />
  return pageOf(c, libraryOf(c, query, result.data), notice)
}

/**
 * Builds the library page.
 * @param notice message about what was done or refused
 * @param typed values of a folder form that was refused
 */
export function pageOf(c: RequestContext, library: Library, notice?: Content, typed?: TypedFolder): Page {
  const { query, folders, rights, limits } = library
  const content = (
    <>
      <PageHeader title={t('Media')} description={t('Pictures, videos, sound and documents that content can show.')}>
        {rights.upload && (
          <a class="btn" href={uploadPath(query.folder)} data-media-choose>
            <Icon name="upload" />
            {t('Upload files')}
          </a>
        )}
      </PageHeader>
      <MediaTabs current="library" rights={rights} />
      {notice}
      <div class="grid gap-6 *:min-w-0 lg:grid-cols-[13rem_1fr]" data-media-script={scriptOf(c)}>
        <FolderTree folders={folders} query={query} />
        <div class="grid content-start gap-4 *:min-w-0">
          <Breadcrumb folder={query.folder} />
          <LibraryFilters {...library} />
          {(rights.upload || rights.delete) && <FolderForms library={library} typed={typed} />}
          <Results {...library} />
        </div>
      </div>
      {rights.upload && (
        <Uploader
          limits={limits}
          folder={query.folder ?? ''}
          results={libraryPath({ ...query, did: undefined, count: undefined })}
        />
      )}
    </>
  )
  return { title: t('Media'), content }
}

function uploadPath(folder: string | undefined): string {
  return `/admin/media/upload${folder ? `?${new URLSearchParams({ folder })}` : ''}`
}

function describeDone(did: NonNullable<Library['query']['did']>, count: number): string {
  const words = {
    uploaded: () => tn(count, '{count} file uploaded', '{count} files uploaded'),
    moved: () => tn(count, '{count} file moved', '{count} files moved'),
    deleted: () => tn(count, '{count} file deleted', '{count} files deleted'),
    tagged: () => tn(count, '{count} file tagged', '{count} files tagged'),
    'folder-made': () => t('Folder created'),
    'folder-changed': () => t('Folder changed'),
    'folder-deleted': () => t('Folder deleted'),
  }
  return words[did]()
}

function Breadcrumb({ folder }: { folder: string | undefined }) {
  if (!folder) return null
  const names = folder.split('/')
  return (
    <nav aria-label={t('Where you are')}>
      <ol class="flex flex-wrap items-center gap-1 text-sm">
        <li>
          <a class="rounded-sm px-1 py-0.5 text-muted-foreground hover:text-foreground" href={libraryPath()}>
            {t('All files')}
          </a>
        </li>
        {names.map((name, index) => (
          <li class="flex min-w-0 items-center gap-1">
            <Icon name="chevron-right" class="size-3.5 text-muted-foreground" />
            <a
              class="truncate rounded-sm px-1 py-0.5 hover:text-foreground aria-[current=page]:font-medium"
              href={libraryPath({ folder: names.slice(0, index + 1).join('/') })}
              aria-current={index === names.length - 1 ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
