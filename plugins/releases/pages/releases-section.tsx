/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { comingReleases } from '../read-releases.ts'
import { ReleaseStatus } from './release-status.tsx'

/** Section of the dashboard with the releases that failed, and those that are scheduled; `null` if there are none. */
export async function releasesSection(c: RequestContext): Promise<Content | null> {
  const releases = await comingReleases(c)
  if (releases.length === 0) return null
  return (
    <ul class="divide-y">
      {releases.map((release) => (
        <li class="flex min-h-9 flex-wrap items-center gap-3 py-1.5 text-sm">
          <a class="min-w-0 grow truncate font-medium hover:underline" href={`/admin/releases/${release.id}`}>
            {release.title}
          </a>
          <ReleaseStatus {...release} />
        </li>
      ))}
    </ul>
  ) as Content
}
