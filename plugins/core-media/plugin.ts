import { definePlugin } from 'lintel'
import { log } from 'lintel/kit'
import { adminRoutes } from './admin/index.ts'
import { abandonExpired } from './direct/abandon.ts'
import { abort, begin, complete, part, state } from './direct/routes.ts'
import { image } from './images/route.ts'
import { makeThumbnailOf, retryThumbnails, thumbnailOnUpload } from './images/thumbnail.ts'
import { job, process } from './jobs/routes.ts'
import { resumeJobs, runJob } from './jobs/run.ts'
import { bulkDelete, bulkMove, bulkTag } from './library/bulk-routes.ts'
import { changeFolder, folders, newFolder, removeFolder } from './library/folder-routes.ts'
import { bucketFiles, integrity } from './library/integrity.ts'
import { mediaTarget } from './library/reference.ts'
import { address, change, list, one, remove } from './library/routes.ts'
import { trackUsage } from './library/usage.ts'
import { usageStatements } from './library/usage-rows.ts'
import { serve } from './serve/route.ts'
import { URL_SECRET } from './serve/signed-url.ts'
import { mediaService } from './service.ts'
import { settings } from './settings.ts'
import { retryDeletions } from './storage/deletions.ts'
import { sweep } from './sweep/route.ts'
import { sweepAll } from './sweep/sweep.ts'
import {
  media,
  mediaDeletions,
  mediaFiles,
  mediaFolders,
  mediaJobs,
  mediaUploadParts,
  mediaUploads,
  mediaUsages,
} from './tables.ts'
import { upload } from './upload/route.ts'

export default definePlugin({
  name: 'core-media',
  version: '1.0.0-beta.1',
  description: 'Uploads, the media library, and serving of files.',
  settings,
  opens: { storageProvider: 'other', s3: 'other', allowedTypes: 'more', signedUrlLifetime: 'more' },
  secrets: { [URL_SECRET]: { generate: true, description: 'signs addresses of private files' } },
  tables: {
    mediaFiles,
    media,
    mediaFolders,
    mediaUsages,
    mediaUploads,
    mediaUploadParts,
    mediaJobs,
    mediaDeletions,
  },
  collectionColumns: { media_usages: ['collection_id'] },
  // Whether a file is private stands in it.
  accessTables: ['media_files'],
  routes: {
    upload,
    serve,
    image,
    process,
    job,
    list,
    one,
    change,
    remove,
    address,
    bulkMove,
    bulkTag,
    bulkDelete,
    folders,
    newFolder,
    changeFolder,
    removeFolder,
    begin,
    state,
    part,
    complete,
    abort,
    sweep,
    ...adminRoutes,
  },
  adminPages: {
    library: { path: '/admin/media/', label: 'Media', icon: 'image', group: 'content', order: 20, access: ['editor'] },
  },
  messages: { de: () => import('./messages/de.ts') },
  cron: {
    jobs: { everyMinutes: 1, run: resumeJobs },
    thumbnails: { everyMinutes: 10, run: retryThumbnails },
    deletions: { everyMinutes: 1, run: retryDeletions },
    abandon: {
      everyMinutes: 60,
      run: async (c) => {
        const uploads = await abandonExpired(c)
        if (uploads > 0) log(c, 'info', { type: 'media', abandoned: uploads })
      },
    },
    sweep: {
      everyMinutes: 1440,
      run: async (c) => {
        const { count, isWhole } = await sweepAll(c)
        if (count > 0 || !isWhole) log(c, isWhole ? 'info' : 'warn', { type: 'media', swept: count, isWhole })
      },
    },
  },
  queues: {
    jobs: { run: (c, id) => runJob(c, String(id)) },
    thumbnails: { run: (c, id) => makeThumbnailOf(c, String(id)) },
  },
  services: { media: mediaService },
  targets: { media: mediaTarget },
  integrity,
  bucketFiles,
  imported: ({ collection, documents }) => usageStatements(collection, documents),
  hooks: { 'content:save': trackUsage, 'content:delete': trackUsage, 'media:upload': thumbnailOnUpload },
})
