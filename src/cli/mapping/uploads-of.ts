import type { UploadRoutes } from '../../config/plugin-data.ts'
import type { Manifest } from '../../manifest/index.ts'

/** Routes by which files get into each table of files that fields refer to. */
export function uploadsOf({ plugins }: Pick<Manifest, 'plugins'>): ReadonlyMap<string, UploadRoutes> {
  return new Map(plugins.flatMap(({ uploads }) => Object.entries(uploads)))
}
